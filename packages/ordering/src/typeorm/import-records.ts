import type { Database } from '@trading-platform/database';
import { fcPriceFormat } from '../fc-price/fc-price-format.js';
import { importLines } from '../import/import-lines.js';
import type { ImportOptions, ImportSummary } from '../import/import-summary.js';
import { masterFormat } from '../master/master-format.js';
import { memberFormat } from '../member/member-format.js';
import { createFcPriceStore } from './fc-price-store.js';
import { createMemberStore } from './member-store.js';
import { createProductStore } from './product-store.js';

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

const imports = { members: importMembers, master: importMaster, 'fc-prices': importFcPrices } as const satisfies Record<
  string,
  Import
>;

export type ImportableKind = keyof typeof imports;

/** The kinds of files that can be loaded. */
export const importKinds = Object.keys(imports) as readonly ImportableKind[];

/**
 * Loads a file of one kind: NDJSON, one record a line, in the shape that the matching download returns without the
 * batch's own fields. The tables must be there.
 *
 * @throws OrderingError `import-interrupted` if the database broke off an atomic import or a dry run
 * @example
 * const summary = await importRecords('master', database, createReadStream('master.ndjson'));
 */
export function importRecords(
  kind: ImportableKind,
  database: Database,
  input: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<ImportSummary> {
  return imports[kind](database, input, options);
}
