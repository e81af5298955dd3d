import type { DownloadName } from '@trading-platform/domain-types';
import { type Cell, type MirrorDatabase, quoted, type WrittenTable } from './mirror-database.js';

/** The table of whole records that do not fit the copy, with the reasons. */
export const asideTable = 'tp_sync_aside';

const written: WrittenTable = {
  name: asideTable,
  columns: [
    { name: 'kind', type: 'text' },
    { name: 'record_key', type: 'text' },
    { name: 'put_aside_at', type: 'timestamp' },
    { name: 'reason', type: 'text' },
    { name: 'record', type: 'text' },
    { name: 'load_number', type: 'integer' },
  ],
  primaryKey: ['kind', 'record_key'],
};

/** A record that does not fit the copy. */
export interface UnfitRecord {
  readonly key: readonly string[];
  readonly reason: string;
  /** The record as JSON. */
  readonly record: string;
}

/** The table of the records that were put aside. It is created when the first record is put aside. */
export class AsideTable {
  readonly #database: MirrorDatabase;
  #exists: boolean | undefined;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  /** Whether another program has a table of this name. */
  async isOfOthers(): Promise<boolean> {
    return (await this.#isThere()) && !(await this.#database.hasColumn(asideTable, 'put_aside_at'));
  }

  async count(kind: DownloadName): Promise<number> {
    if (!(await this.#isThere())) return 0;
    const sql = `SELECT COUNT(*) AS count FROM ${asideTable} WHERE kind = ?1`;
    const [row] = await this.#database.query(sql, [kind]);
    return Number(row?.['count'] ?? 0);
  }

  async put(kind: DownloadName, records: readonly UnfitRecord[], load: number): Promise<void> {
    if (records.length === 0) return;
    await this.#make();
    const at = new Date().toISOString();
    for (const { key, reason, record } of records) {
      const row: Cell[] = [kind, JSON.stringify(key), at, reason, record, load];
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await this.#database.writeRow(written, row);
    }
  }

  /** @returns the number of records removed from the table */
  async take(kind: DownloadName, keys: readonly (readonly string[])[]): Promise<number> {
    if (keys.length === 0 || !(await this.#isThere())) return 0;
    const rows = keys.map((key) => [kind, JSON.stringify(key)]);
    return this.#database.deleteKeys(asideTable, written.primaryKey, rows);
  }

  /** Drops the records of other loads. If no load is given, drops the records of all loads. */
  async drop(kind: DownloadName, load = -1): Promise<number> {
    if (!(await this.#isThere())) return 0;
    const sql = `DELETE FROM ${asideTable} WHERE kind = ?1 AND load_number <> ?2`;
    const before = await this.count(kind);
    await this.#database.query(sql, [kind, load]);
    return before - (await this.count(kind));
  }

  async #isThere(): Promise<boolean> {
    this.#exists ??= await this.#database.hasTable(asideTable);
    return this.#exists;
  }

  async #make(): Promise<void> {
    if (await this.#isThere()) return;
    const { types } = this.#database;
    const columns = written.columns.map(({ name, type }) => `${quoted(name)} ${types[type]} NOT NULL`);
    const key = written.primaryKey.map(quoted).join(', ');
    await this.#database.execute(`CREATE TABLE ${asideTable} (${[...columns, `PRIMARY KEY (${key})`].join(', ')})`);
    this.#exists = true;
  }
}
