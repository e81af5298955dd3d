import type { Database } from '@trading-platform/database';
import { type ImportKind, type SettingName } from '@trading-platform/domain-types';
import { type ImportStore, importLines } from '../import/import-lines.js';
import type { ImportOptions, ImportSummary, RemovalOptions, RemovalSummary } from '../import/import-summary.js';
import type { RemovalLine } from '../import/removal-format.js';
import { type ImportedRows, importFormats } from '../import-kind/import-formats.js';
import { openReadingThread } from '../import-kind/open-reading-thread.js';
import { ofEachSetting, settingDefinitions } from '../setting/setting-kind.js';
import { createRemovalStore } from './removal/removal-store.js';
import { TypeOrmDeliveryPlaceStore } from './repositories/typeorm-delivery-place-store.js';
import { TypeOrmFcPriceStore } from './repositories/typeorm-fc-price-store.js';
import { TypeOrmMemberStore } from './repositories/typeorm-member-store.js';
import { TypeOrmSettingStore } from './repositories/typeorm-setting-store.js';
import { createProductStore } from './sql/loads/product-store.js';
import { createSlipStore } from './sql/loads/slip-store.js';

type Import = (database: Database, input: AsyncIterable<Uint8Array>, options?: ImportOptions) => Promise<ImportSummary>;

/** Makes the function that imports one kind of file into its store. */
function importOf<Kind extends ImportKind>(
  kind: Kind,
  createStore: (database: Database, options: ImportOptions) => ImportStore<ImportedRows[Kind]>,
): Import {
  return (database, input, options = {}) => {
    const formats = importFormats[kind];
    const purpose = options.amountsAsText === true && formats.loadAsText !== undefined ? 'loadAsText' : 'load';
    const openReader = () => openReadingThread<ImportedRows[Kind]>({ kind, purpose });
    const store = createStore(database, options);
    return importLines(
      input,
      formats[purpose] ?? formats.load,
      store,
      options,
      options.readInThread === true ? openReader : undefined,
    );
  };
}

/** Loads a `members` file. */
export const importMembers = importOf('members', (database) => new TypeOrmMemberStore(database));

/** Loads a `master` file (Spec 2.4). */
export const importMaster = importOf('master', createProductStore);

/** Loads an `fc-prices` file (Spec 4.9). */
export const importFcPrices = importOf('fc-prices', (database) => new TypeOrmFcPriceStore(database));

/** Loads a `trade` file, in which each line is one side's view of a slip (Spec 2.5). */
export const importTrade = importOf('trade', createSlipStore);

/** Loads a `delivery-places` file. */
export const importDeliveryPlaces = importOf('delivery-places', (database) => new TypeOrmDeliveryPlaceStore(database));

/**
 * Loads a file of one of the four trading settings (Spec 2.6). With `merge`, the rows are added to the stored rows of their pair.
 */
export function importSettings(kind: SettingName): Import {
  return importOf(
    kind,
    (database, { merge = false }) => new TypeOrmSettingStore(database, settingDefinitions[kind], merge),
  );
}

const imports = {
  members: importMembers,
  master: importMaster,
  trade: importTrade,
  ...ofEachSetting(importSettings),
  'fc-prices': importFcPrices,
  'delivery-places': importDeliveryPlaces,
} as const satisfies Record<ImportKind, Import>;

/** The kinds of files that can be loaded. */
export const importKinds = Object.keys(imports) as readonly ImportKind[];

/**
 * Loads a file of one kind. The file is NDJSON with one record on each line. A record has the same form as in the matching
 * download, but without the fields about the batch. The tables must already exist.
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

/**
 * Removes the records whose keys are in the lines of a file, with all data that belong to these records. A line needs only the
 * fields of the key. A line of a settings file names all rows of its pairs. Keys that do not exist are only counted in the result
 * of the removal. If other data still need a record, the removal of the record is refused with the reason.
 *
 * @throws OrderingError `import-interrupted` if the database broke off an atomic removal or a dry run
 * @example
 * const summary = await removeRecords('fc-prices', database, createReadStream('withdrawn.ndjson'));
 */
export async function removeRecords(
  kind: ImportKind,
  database: Database,
  input: AsyncIterable<Uint8Array>,
  options: RemovalOptions = {},
): Promise<RemovalSummary> {
  const { read, changed, unchanged, refused, refusals, applied } = await importLines(
    input,
    importFormats[kind].removal,
    createRemovalStore(kind, database),
    options,
    options.readInThread === true ? () => openReadingThread<RemovalLine>({ kind, purpose: 'removal' }) : undefined,
  );
  return { read, removed: changed, notThere: unchanged, refused, refusals, applied };
}
