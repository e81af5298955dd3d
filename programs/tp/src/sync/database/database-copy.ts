import type { RecordLines } from '@trading-platform/client';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import type { Row } from '@trading-platform/domain-types/tables';
import { CliError } from '@trading-platform/terminal';
import { eachLine } from '../../downloads/encoded-blocks.js';
import { commandDigest } from '../../files/download-state.js';
import { parseRecord } from '../../formats/json-formats.js';
import { fitOrReason } from '../../formats/typed-value.js';
import { checkOwner, checkVersion } from '../check-owner.js';
import type { Copy, CopyOwner, LastPiece, RecordsAside } from '../copy.js';
import { type KindState, stateVersion } from '../copy-state.js';
import { type CopyTable, copyTables } from '../copy-tables.js';
import { keyOf } from '../record-key.js';
import { AsideTable, asideTable, type UnfitRecord } from './aside-table.js';
import { cellValue } from './cell-value.js';
import {
  type Cell,
  type MirrorDatabase,
  quoted,
  type RecordRows,
  type RecordRowsTable,
  RefusedRow,
  type WrittenTable,
} from './mirror-database.js';

/** The table with the state of the copies. */
const stateTable = 'tp_sync';
/** The number of the full load that brought the record, or of the last full load before the record changed. */
const loadColumn = 'load_number';

const writtenState: WrittenTable = {
  name: stateTable,
  columns: [
    { name: 'kind', type: 'text' },
    { name: 'version', type: 'integer' },
    { name: 'platform', type: 'text' },
    { name: 'member_code', type: 'text' },
    { name: 'current_to', type: 'timestamp' },
    { name: 'state', type: 'text' },
  ],
  primaryKey: ['kind'],
};

/** A newer version of `tp` may change every column except `version`. */
const stateColumns = `kind TEXT PRIMARY KEY, version INTEGER NOT NULL, platform TEXT NOT NULL, member_code TEXT NOT NULL,
  current_to %timestamp%, state TEXT NOT NULL`;

export interface DatabaseCopyOptions {
  readonly database: MirrorDatabase;
  /** The name that the user typed. */
  readonly name: string;
  readonly owner: CopyOwner;
  readonly textColumns: readonly string[];
}

/** Copies in tables of a database; their state is in a table beside them. */
export class DatabaseCopy implements Copy {
  readonly mostChanges = Number.POSITIVE_INFINITY;
  readonly #database: MirrorDatabase;
  readonly #name: string;
  readonly #owner: CopyOwner;
  readonly #textColumns: readonly string[];
  readonly #aside: AsideTable;
  readonly #tablesOf = new Map<DownloadName, readonly KeptTable[]>();

  private constructor({ database, name, owner, textColumns }: DatabaseCopyOptions) {
    this.#database = database;
    this.#aside = new AsideTable(database);
    this.#name = name;
    this.#owner = owner;
    this.#textColumns = textColumns;
  }

  /**
   * Takes over the connection and closes it with the copy.
   *
   * @throws CliError `input`, without changing anything, if the database belongs to another program, a newer version or
   * another member
   */
  static async open(options: DatabaseCopyOptions): Promise<DatabaseCopy> {
    const copy = new DatabaseCopy(options);
    try {
      await copy.#check();
      return copy;
    } catch (error) {
      await options.database.close();
      throw error;
    }
  }

  /** Tables that somebody added beside an existing copy may stay. */
  async #check(): Promise<void> {
    const tables = await this.#database.tableNames();
    const [first] = tables;
    if (tables.includes(stateTable)) return this.#checkState();
    if (first !== undefined && this.#database.home === 'file') throw this.#isOfOthers(first);
  }

  async #checkState(): Promise<void> {
    const name = this.#name;
    if (!(await this.#database.hasColumn(stateTable, 'version'))) throw this.#isOfOthers(stateTable);
    if (await this.#aside.isOfOthers()) throw this.#isOfOthers(asideTable);
    const [newest] = await this.#database.query(`SELECT MAX(version) AS version FROM ${stateTable}`, []);
    checkVersion(name, Number(newest?.['version'] ?? 0));
    const owners = await this.#database.query(`SELECT DISTINCT platform, member_code FROM ${stateTable}`, []);
    for (const { platform, member_code: memberCode } of owners) {
      checkOwner(name, { platform: String(platform), memberCode: String(memberCode) }, this.#owner);
    }
  }

  layoutOf(kind: DownloadName): string {
    return commandDigest({
      version: stateVersion,
      tables: this.#tables(kind).map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => [column.name, column.type]),
      })),
    });
  }

  async stateOf(kind: DownloadName): Promise<KindState | undefined> {
    if (!(await this.#database.hasTable(stateTable))) return undefined;
    const [row] = await this.#database.query(`SELECT state FROM ${stateTable} WHERE kind = ?1`, [kind]);
    return row === undefined ? undefined : (JSON.parse(String(row['state'])) as KindState);
  }

  async makeAnew(kind: DownloadName, state: KindState): Promise<void> {
    const isKnown = (await this.stateOf(kind)) !== undefined;
    const tables = this.#tables(kind);
    if (!isKnown) await this.#checkNames(tables);
    await this.#database.transaction(async () => {
      await this.#database.execute(
        `CREATE TABLE IF NOT EXISTS ${stateTable} (${stateColumns.replace('%timestamp%', this.#database.types.timestamp)})`,
      );
      for (const table of tables.toReversed())
        await this.#database.execute(`DROP TABLE IF EXISTS ${quoted(table.name)}`);
      for (const table of tables) await this.#database.execute(this.#definition(table, kind));
      await this.#aside.drop(kind);
      await this.#saveState(kind, state);
    });
  }

  async #checkNames(tables: readonly CopyTable[]): Promise<void> {
    for (const { name } of tables) if (await this.#database.hasTable(name)) throw this.#isOfOthers(name);
  }

  #isOfOthers(table: string): CliError {
    const cure = `give the copy a ${this.#database.home} of its own`;
    return new CliError('input', `${this.#name} has a table ${table} that tp sync has not made: ${cure}`);
  }

  save(kind: DownloadName, state: KindState): Promise<void> {
    return this.#database.transaction(() => this.#saveState(kind, state));
  }

  write(kind: DownloadName, lines: RecordLines, state: KindState): Promise<void> {
    return this.#taking(async (write) => {
      await this.#writeRecords(kind, lines, state.batch?.load ?? state.load, write);
      await this.#saveState(kind, state);
    });
  }

  finish(kind: DownloadName, { lines, gone }: LastPiece, state: KindState): Promise<number> {
    return this.#taking(async (write) => {
      await this.#writeRecords(kind, lines, state.load, write);
      const removed = await this.#drop(kind, gone, state.load);
      await this.#saveState(kind, state);
      return removed;
    });
  }

  async aside(kind: DownloadName): Promise<RecordsAside> {
    return { count: await this.#aside.count(kind), place: `table ${asideTable}` };
  }

  /** Runs a transaction. If the database refuses a row, runs the work again for each record separately. */
  async #taking<T>(work: (write: WriteRecords) => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(() => work((tables, records) => this.#writeAtOnce(tables, records)));
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      return this.#database.transaction(() => work((tables, records) => this.#writeOneByOne(tables, records)));
    }
  }

  async #writeAtOnce(tables: readonly KeptTable[], records: Iterable<FitRecord>): Promise<readonly UnfitRecord[]> {
    await this.#database.writeRecords(tables, records);
    return [];
  }

  async #writeOneByOne(tables: readonly KeptTable[], records: Iterable<FitRecord>): Promise<readonly UnfitRecord[]> {
    const refused: UnfitRecord[] = [];
    for (const record of records) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await this.#database.execute('SAVEPOINT record');
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#database.writeRecords(tables, [record]);
      } catch (error) {
        if (!(error instanceof RefusedRow)) throw error;
        // oxlint-disable-next-line no-await-in-loop
        await this.#database.execute('ROLLBACK TO SAVEPOINT record');
        refused.push({ key: record.key, reason: error.message, record: textOf(record.line) });
      }
      // oxlint-disable-next-line no-await-in-loop
      await this.#database.execute('RELEASE SAVEPOINT record');
    }
    return refused;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #tables(kind: DownloadName): readonly KeptTable[] {
    const tables = this.#tablesOf.get(kind) ?? copyTables(kind, this.#textColumns).map(keptTable);
    this.#tablesOf.set(kind, tables);
    return tables;
  }

  async #saveState(kind: DownloadName, state: KindState): Promise<void> {
    const { platform, memberCode } = this.#owner;
    const row = [kind, stateVersion, platform, memberCode, state.currentTo ?? null, JSON.stringify(state)];
    await this.#database.writeRow(writtenState, row);
  }

  /** Writes the records one by one, because many records in memory would survive V8's cheap collections. */
  async #writeRecords(kind: DownloadName, { text }: RecordLines, load: number, write: WriteRecords): Promise<void> {
    const tables = this.#tables(kind);
    const unfit: UnfitRecord[] = [];
    const hasAside = (await this.#aside.count(kind)) > 0;
    const keys: (readonly string[])[] = [];
    const refused = await write(
      tables,
      fitRecords({ kind, tables, lines: text, load, unfit }, hasAside ? keys : undefined),
    );
    await this.#aside.take(kind, keys);
    await this.#putAside(kind, [...unfit, ...refused], load);
  }

  /** Puts records aside and drops their older versions from the copy. */
  async #putAside(kind: DownloadName, records: readonly UnfitRecord[], load: number): Promise<void> {
    const root = this.#tables(kind).find(({ isRoot }) => isRoot);
    if (root === undefined || records.length === 0) return;
    const keys = records.map(({ key }) => key);
    await this.#database.deleteKeys(root.name, downloads[kind].key, keys);
    await this.#aside.put(kind, records, load);
  }

  /** Drops rows together with the rows of their lists. */
  async #drop(kind: DownloadName, gone: LastPiece['gone'], load: number): Promise<number> {
    const table = this.#tables(kind).find(({ isRoot }) => isRoot);
    if (table === undefined) return 0;
    if (gone === 'what is of older loads') {
      return (await this.#database.deleteOthers(table.name, loadColumn, load)) + (await this.#aside.drop(kind, load));
    }
    if (gone.count === 0) return 0;
    let removed = 0;
    for await (const page of gone.keys()) {
      const keys = page.map((key) => keyOf(kind, key));
      removed += await this.#database.deleteKeys(table.name, downloads[kind].key, keys);
      removed += await this.#aside.take(kind, keys);
    }
    return removed;
  }

  #definition(table: CopyTable, kind: DownloadName): string {
    const { types } = this.#database;
    const columns = table.columns.map(({ name, type }) => {
      const isNeeded = type === 'text' || table.primaryKey.includes(name);
      return `${quoted(name)} ${types[type]}${isNeeded ? ' NOT NULL' : ''}`;
    });
    const constraints = [`PRIMARY KEY (${namesOf(table.primaryKey)})`];
    if (table.isRoot) columns.push(`${loadColumn} ${types.integer} NOT NULL`);
    else {
      constraints.push(
        `FOREIGN KEY (${namesOf(table.recordKey)}) REFERENCES ${quoted(kind)} (${namesOf(table.recordKey)}) ON DELETE CASCADE`,
      );
    }
    return `CREATE TABLE ${quoted(table.name)} (${[...columns, ...constraints].join(', ')})`;
  }
}

/** A table of a copy, with the columns to write. */
interface KeptTable extends CopyTable, RecordRowsTable {}

/** Writes records and returns those that the database refuses. */
type WriteRecords = (tables: readonly KeptTable[], records: Iterable<FitRecord>) => Promise<readonly UnfitRecord[]>;

/** The rows of a record whose values fit their columns. */
interface FitRecord extends RecordRows {
  readonly line: Uint8Array;
}

interface Piece {
  readonly kind: DownloadName;
  readonly tables: readonly KeptTable[];
  readonly lines: Uint8Array;
  readonly load: number;
  /** Receives the records that do not fit. */
  readonly unfit: UnfitRecord[];
}

/** @param keys receives the keys of all records that fit */
function* fitRecords({ kind, tables, lines, load, unfit }: Piece, keys?: (readonly string[])[]): Generator<FitRecord> {
  for (const line of eachLine(lines)) {
    const record = parseRecord(line);
    const key = keyOf(kind, record);
    const rows = fitOrReason(() => tables.map((table) => table.rowsOf(record).map((row) => cellsOf(row, table, load))));
    if (typeof rows === 'string') {
      unfit.push({ key, reason: rows, record: textOf(line) });
      continue;
    }
    keys?.push(key);
    yield { key, rows, line };
  }
}

function textOf(line: Uint8Array): string {
  return Buffer.from(line).toString('utf8');
}

function keptTable(table: CopyTable): KeptTable {
  const load = { name: loadColumn, type: 'integer' } as const;
  const columns = table.isRoot ? [...table.columns, load] : table.columns;
  return { ...table, written: { name: table.name, columns, primaryKey: table.primaryKey } };
}

function cellsOf(row: Row, { columns, isRoot }: KeptTable, load: number): Cell[] {
  const cells = columns.map((column, index) => cellValue(row[index] ?? '', column));
  if (isRoot) cells.push(load);
  return cells;
}

function namesOf(columns: readonly string[]): string {
  return columns.map(quoted).join(', ');
}
