import type { Database } from '@trading-platform/database';
import type { ImportKind } from '@trading-platform/domain-types';
import { deliveryPlaceFormat } from '../delivery-place/delivery-place-format.js';
import { fcPriceFormat } from '../fc-price/fc-price-format.js';
import { importLines } from '../import/import-lines.js';
import type { ImportOptions, ImportSummary } from '../import/import-summary.js';
import { masterFormat } from '../master/master-format.js';
import { memberFormat } from '../member/member-format.js';
import { settingFormat } from '../setting/setting-format.js';
import { type SettingKind, settingDefinitions } from '../setting/setting-kind.js';
import { tradeFormat } from '../trade/trade-format.js';
import { createDeliveryPlaceStore } from './delivery-place-store.js';
import { createFcPriceStore } from './fc-price-store.js';
import { createMemberStore } from './member-store.js';
import { createProductStore } from './product-store.js';
import { createSettingStore } from './setting-store.js';
import { createSlipStore } from './slip-store.js';

type Import = (database: Database, input: AsyncIterable<Uint8Array>, options?: ImportOptions) => Promise<ImportSummary>;

/** Loads a `members` file. */
export const importMembers: Import = (database, input, options) =>
  importLines(input, memberFormat, createMemberStore(database), options);

/** Loads a `master` file (Spec 2.4). */
export const importMaster: Import = (database, input, options) =>
  importLines(input, masterFormat, createProductStore(database), options);

/** Loads an `fc-prices` file (Spec 4.9). */
export const importFcPrices: Import = (database, input, options) =>
  importLines(input, fcPriceFormat, createFcPriceStore(database), options);

/** Loads a `trade` file: one side's view of a slip a line (Spec 2.5). */
export const importTrade: Import = (database, input, options) =>
  importLines(input, tradeFormat, createSlipStore(database), options);

/** Loads a `delivery-places` file. */
export const importDeliveryPlaces: Import = (database, input, options) =>
  importLines(input, deliveryPlaceFormat, createDeliveryPlaceStore(database), options);

/** Loads a file of one of the four trading settings (Spec 2.6); `merge` adds to the rows of a pair. */
export function importSettings(kind: SettingKind): Import {
  const definition = settingDefinitions[kind];
  const format = settingFormat(definition);
  return (database, input, options) =>
    importLines(input, format, createSettingStore(database, definition, options?.merge ?? false), options);
}

const imports = {
  members: importMembers,
  master: importMaster,
  trade: importTrade,
  nottrade: importSettings('nottrade'),
  orderclosing: importSettings('orderclosing'),
  businessholiday: importSettings('businessholiday'),
  orderblock: importSettings('orderblock'),
  'fc-prices': importFcPrices,
  'delivery-places': importDeliveryPlaces,
} as const satisfies Record<ImportKind, Import>;

/** The kinds of files that can be loaded. */
export const importKinds = Object.keys(imports) as readonly ImportKind[];

/**
 * Loads a file of one kind: NDJSON, one record a line, in the shape that the matching download returns without the
 * batch's own fields. The tables must be there.
 *
 * @throws OrderingError `import-interrupted` if the database broke off an atomic import or a dry run
 * @example
 * const summary = await importRecords('master', database, createReadStream('master.ndjson'));
 */
export function importRecords(
  kind: ImportKind,
  database: Database,
  input: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<ImportSummary> {
  return imports[kind](database, input, options);
}
