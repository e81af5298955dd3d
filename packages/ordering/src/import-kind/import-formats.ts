import { type ImportKind, type SettingName } from '@trading-platform/domain-types';
import { fcPriceFormat, fcPriceRemovalFormat } from '../fc-price/fc-price-format.js';
import type { FcPriceRule } from '../fc-price/fc-price-rule.js';
import type { LineFormat } from '../import/line-format.js';
import type { RemovalLine } from '../import/removal-format.js';
import { masterAsTextFormat, masterFormat, masterRemovalFormat } from '../master/master-format.js';
import type { Product } from '../master/product.js';
import {
  type DeliveryPlace,
  deliveryPlaceFormat,
  deliveryPlaceRemovalFormat,
} from '../member/delivery-place-format.js';
import type { Member } from '../member/member.js';
import { memberFormat, memberRemovalFormat } from '../member/member-format.js';
import type { SettingLine } from '../setting/pair-settings.js';
import { settingFormat, settingRemovalFormat } from '../setting/setting-format.js';
import { ofEachSetting, settingDefinitions } from '../setting/setting-kind.js';
import type { Slip } from '../trade/trade-format.js';
import { tradeAsTextFormat, tradeFormat, tradeRemovalFormat } from '../trade/trade-format.js';

/** The type of the rows into which the lines of each kind of file are converted. */
export interface ImportedRows extends Readonly<Record<SettingName, SettingLine>> {
  readonly members: Member;
  readonly master: Product;
  readonly trade: Slip;
  readonly 'fc-prices': FcPriceRule;
  readonly 'delivery-places': DeliveryPlace;
}

/** The formats for reading one kind of file. */
export interface ImportFormats<Row> {
  readonly load: LineFormat<Row>;
  /** The format for a file of old data in which amounts can be any text. Absent for a kind of file that has no amounts. */
  readonly loadAsText?: LineFormat<Row>;
  /** The format for a file that names the records to remove. */
  readonly removal: LineFormat<RemovalLine>;
}

/** The formats for reading every kind of file. */
export const importFormats: { readonly [Kind in ImportKind]: ImportFormats<ImportedRows[Kind]> } = {
  members: { load: memberFormat, removal: memberRemovalFormat },
  master: { load: masterFormat, loadAsText: masterAsTextFormat, removal: masterRemovalFormat },
  trade: { load: tradeFormat, loadAsText: tradeAsTextFormat, removal: tradeRemovalFormat },
  ...ofEachSetting(settingFormats),
  'fc-prices': { load: fcPriceFormat, removal: fcPriceRemovalFormat },
  'delivery-places': { load: deliveryPlaceFormat, removal: deliveryPlaceRemovalFormat },
};

function settingFormats(kind: SettingName): ImportFormats<SettingLine> {
  const definition = settingDefinitions[kind];
  return { load: settingFormat(definition), removal: settingRemovalFormat(definition) };
}
