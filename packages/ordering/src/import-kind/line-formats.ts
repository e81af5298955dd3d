import type { ImportKind } from '@trading-platform/domain-types';
import { fcPriceFormat } from '../fc-price/fc-price-format.js';
import type { FcPriceRule } from '../fc-price/fc-price-rule.js';
import type { LineFormat } from '../import/line-format.js';
import { masterFormat } from '../master/master-format.js';
import type { Product } from '../master/product.js';
import { type DeliveryPlace, deliveryPlaceFormat } from '../member/delivery-place-format.js';
import type { Member } from '../member/member.js';
import { memberFormat } from '../member/member-format.js';
import type { SettingLine } from '../setting/pair-settings.js';
import { settingFormat } from '../setting/setting-format.js';
import { settingDefinitions } from '../setting/setting-kind.js';
import type { Slip } from '../trade/slip.js';
import { tradeFormat } from '../trade/trade-format.js';

/** What a line of each kind of file becomes. */
export interface ImportedRows {
  readonly members: Member;
  readonly master: Product;
  readonly trade: Slip;
  readonly nottrade: SettingLine;
  readonly orderclosing: SettingLine;
  readonly businessholiday: SettingLine;
  readonly orderblock: SettingLine;
  readonly 'fc-prices': FcPriceRule;
  readonly 'delivery-places': DeliveryPlace;
}

/** How the lines of every kind of file are read. */
export const lineFormats: { readonly [Kind in ImportKind]: LineFormat<ImportedRows[Kind]> } = {
  members: memberFormat,
  master: masterFormat,
  trade: tradeFormat,
  nottrade: settingFormat(settingDefinitions.nottrade),
  orderclosing: settingFormat(settingDefinitions.orderclosing),
  businessholiday: settingFormat(settingDefinitions.businessholiday),
  orderblock: settingFormat(settingDefinitions.orderblock),
  'fc-prices': fcPriceFormat,
  'delivery-places': deliveryPlaceFormat,
};
