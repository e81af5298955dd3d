import type { RecordLines } from '@trading-platform/client';
import { CliError } from '@trading-platform/terminal';
import { eachLine } from '../../downloads/encoded-blocks.js';
import { commandDigest } from '../../files/download-state.js';
import { parseRecord } from '../../formats/json-formats.js';
import type { KindName } from '../../tables/download-kinds.js';
import type { Row } from '../../tables/record-tables.js';
import { checkOwner, checkVersion } from '../check-owner.js';
import type { Copy, CopyOwner, LastPiece } from '../copy.js';
import { type KindState, stateVersion } from '../copy-state.js';
import { type CopyTable, copyTables } from '../copy-tables.js';
import { keyOf, recordKeys } from '../record-key.js';
import { cellValue } from './cell-value.js';
import {
  type Cell,
  type MirrorDatabase,
  quoted,
  type RecordRows,
  type RecordRowsTable,
  type WrittenTable,
} from './mirror-database.js';

/** What the copies keep about themselves. */
const stateTable = 'tp_sync';
/** The full load that has brought a record, or that it has been changed since. */
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

/** Everything but the version may be different in a newer one. */
const stateColumns = `kind TEXT PRIMARY KEY, version INTEGER NOT NULL, platform TEXT NOT NULL, member_code TEXT NOT NULL,
  current_to %timestamp%, state TEXT NOT NULL`;

export interface DatabaseCopyOptions {
  readonly database: MirrorDatabase;
  /** What the person calls it. */
  readonly name: string;
  readonly owner: CopyOwner;
  readonly textColumns: readonly string[];
}

/** Copies in the tables of a database, with their state in a table beside them. */
export class DatabaseCopy implements Copy {
  readonly mostChanges = Number.POSITIVE_INFINITY;
  readonly #database: MirrorDatabase;
  readonly #name: string;
  readonly #owner: CopyOwner;
  readonly #textColumns: readonly string[];
  readonly #tablesOf = new Map<KindName, readonly KeptTable[]>();

  private constructor({ database, name, owner, textColumns }: DatabaseCopyOptions) {
    this.#database = database;
    this.#name = name;
    this.#owner = owner;
    this.#textColumns = textColumns;
  }

  /**
   * Takes the database over, which is closed with the copy.
   *
   * @throws CliError `input` if it belongs to another program, a newer one or another member; nothing is changed then
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

  /** Whoever has tables of his own beside those of a copy that is there may keep them. */
  async #check(): Promise<void> {
    const tables = await this.#database.tableNames();
    const [first] = tables;
    if (tables.includes(stateTable)) return this.#checkState();
    if (first !== undefined && this.#database.home === 'file') throw this.#isOfOthers(first);
  }

  async #checkState(): Promise<void> {
    const name = this.#name;
    if (!(await this.#database.hasColumn(stateTable, 'version'))) throw this.#isOfOthers(stateTable);
    const [newest] = await this.#database.query(`SELECT MAX(version) AS version FROM ${stateTable}`, []);
    checkVersion(name, Number(newest?.['version'] ?? 0));
    const owners = await this.#database.query(`SELECT DISTINCT platform, member_code FROM ${stateTable}`, []);
    for (const { platform, member_code: memberCode } of owners) {
      checkOwner(name, { platform: String(platform), memberCode: String(memberCode) }, this.#owner);
    }
  }

  layoutOf(kind: KindName): string {
    return commandDigest({
      version: stateVersion,
      tables: this.#tables(kind).map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => [column.name, column.type]),
      })),
    });
  }

  async stateOf(kind: KindName): Promise<KindState | undefined> {
    if (!(await this.#database.hasTable(stateTable))) return undefined;
    const [row] = await this.#database.query(`SELECT state FROM ${stateTable} WHERE kind = ?1`, [kind]);
    return row === undefined ? undefined : (JSON.parse(String(row['state'])) as KindState);
  }

  async makeAnew(kind: KindName, state: KindState): Promise<void> {
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

  save(kind: KindName, state: KindState): Promise<void> {
    return this.#database.transaction(() => this.#saveState(kind, state));
  }

  write(kind: KindName, lines: RecordLines, state: KindState): Promise<void> {
    return this.#database.transaction(async () => {
      await this.#writeRecords(kind, lines, state.batch?.load ?? state.load);
      await this.#saveState(kind, state);
    });
  }

  finish(kind: KindName, { lines, gone }: LastPiece, state: KindState): Promise<number> {
    return this.#database.transaction(async () => {
      await this.#writeRecords(kind, lines, state.load);
      const removed = await this.#drop(kind, gone, state.load);
      await this.#saveState(kind, state);
      return removed;
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #tables(kind: KindName): readonly KeptTable[] {
    const tables = this.#tablesOf.get(kind) ?? copyTables(kind, this.#textColumns).map(keptTable);
    this.#tablesOf.set(kind, tables);
    return tables;
  }

  async #saveState(kind: KindName, state: KindState): Promise<void> {
    const { platform, memberCode } = this.#owner;
    const row = [kind, stateVersion, platform, memberCode, state.currentTo ?? null, JSON.stringify(state)];
    await this.#database.writeRow(writtenState, row);
  }

  /** One record after the other: many at once would outlive the collector's cheap rounds. */
  #writeRecords(kind: KindName, { text }: RecordLines, load: number): Promise<void> {
    const tables = this.#tables(kind);
    return this.#database.writeRecords(tables, rowsOf(kind, tables, text, load));
  }

  /** The rows of lists go with those that they belong to. */
  async #drop(kind: KindName, gone: LastPiece['gone'], load: number): Promise<number> {
    const table = this.#tables(kind).find(({ isRoot }) => isRoot);
    if (table === undefined) return 0;
    if (gone === 'what is of older loads') return this.#database.deleteOthers(table.name, loadColumn, load);
    if (gone.count === 0) return 0;
    let removed = 0;
    for await (const page of gone.keys()) {
      const keys = page.map((key) => keyOf(kind, key));
      removed += await this.#database.deleteKeys(table.name, recordKeys[kind], keys);
    }
    return removed;
  }

  #definition(table: CopyTable, kind: KindName): string {
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

/** A table of a copy, and what of it is written. */
interface KeptTable extends CopyTable, RecordRowsTable {}

function* rowsOf(kind: KindName, tables: readonly KeptTable[], lines: Uint8Array, load: number): Generator<RecordRows> {
  for (const line of eachLine(lines)) {
    const record = parseRecord(line);
    const rows = tables.map((table) => table.rowsOf(record).map((row) => cellsOf(row, table, load)));
    yield { key: keyOf(kind, record), rows };
  }
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
