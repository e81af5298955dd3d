import { type Transaction, tableOf } from '@trading-platform/database';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import type { ImportStore, RowRemark, SavedRows, SaveRows } from '../../import/import-lines.js';
import { mergeRows } from '../../setting/merge-rows.js';
import type { PairSettings, SettingLine, SettingRow } from '../../setting/pair-settings.js';
import type { SettingDefinition } from '../../setting/setting-kind.js';
import { SettingRowEntity } from '../entities/setting-row.entity.js';
import type { OrderingDatabase } from '../ordering-database.js';
import { holdNumbers, takePosition } from '../sql/common/counters.js';
import { type Key, removeRows, rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { RowWriter } from '../sql/common/write-rows.js';
import { noteSettingChanges } from '../sql/downloads/removed-keys.js';
import { tellOfSettings } from '../sql/events/pair-events.js';
import { knownMembers, type NamedMember, unknownMember } from '../sql/members/known-members.js';

const table = tableOf(SettingRowEntity);
const pairTable = table.only('memberCodeSeller', 'memberCodeBuyer');
const pairKey = ['memberCodeSeller', 'memberCodeBuyer'] as const;
const writer = new RowWriter(table);

/**
 * The store into which a settings file is imported. A line replaces all rows of each pair that it names. With `merge`, the rows
 * of the line are added to the stored rows.
 */
export class TypeOrmSettingStore implements ImportStore<SettingLine> {
  constructor(
    private readonly database: OrderingDatabase,
    private readonly definition: SettingDefinition,
    private readonly merge: boolean,
  ) {}

  transaction<T>(work: (save: SaveRows<SettingLine>) => Promise<T>): Promise<T> {
    return transactionWithEvents(this.database, (transaction) =>
      work(async (lines) => {
        // The lock on the numbers of settings ensures that only one import of settings runs at a time.
        await holdNumbers(transaction, 'setting');
        return new SettingChunk(transaction, this.definition, this.merge).save(lines);
      }),
    );
  }
}

/** The rows that the lines of a chunk contain for one pair. The last line that names the pair replaces all earlier lines. */
interface GivenPair extends Omit<PairSettings, 'rows'> {
  readonly rows: SettingRow[];
  /** The index of the last line that names the pair. */
  readonly line: number;
}

/** A pair whose rows in the file differ from its stored rows. */
interface ChangedPair extends PairSettings {
  readonly line: number;
  readonly isNew: boolean;
}

class SettingChunk {
  readonly #transaction: Transaction;
  readonly #definition: SettingDefinition;
  readonly #merge: boolean;

  constructor(transaction: Transaction, definition: SettingDefinition, merge: boolean) {
    this.#transaction = transaction;
    this.#definition = definition;
    this.#merge = merge;
  }

  async save(lines: readonly SettingLine[]): Promise<SavedRows> {
    const known = await knownMembers(
      this.#transaction,
      lines.flatMap((line) => line.flatMap((pair) => namedMembers(pair).map(([, code]) => code))),
    );
    const given = new Map<string, GivenPair>();
    const refusals: RowRemark[] = [];
    for (const [index, line] of lines.entries()) {
      const reason = unknownMember(line.flatMap(namedMembers), known);
      if (reason === undefined) for (const pair of line) this.#take(pair, index, given);
      else refusals.push({ index, reason });
    }
    const changed = await this.#changedPairs(given);
    await this.#write(changed);
    return { ...countLines(changed), refusals };
  }

  #take({ rows, ...pair }: PairSettings, line: number, given: Map<string, GivenPair>): void {
    const key = keyOf(pair);
    const gathered = (this.#merge ? given.get(key)?.rows : undefined) ?? [];
    for (const row of rows) gathered.push(row);
    given.set(key, { ...pair, rows: gathered, line });
  }

  async #changedPairs(given: ReadonlyMap<string, GivenPair>): Promise<ChangedPair[]> {
    const stored = await this.#readPairs([...given.values()]);
    return [...given].flatMap(([key, pair]) => {
      const before = stored.get(key);
      const rows = this.#merge ? mergeRows(before ?? [], pair.rows, this.#definition.mergeKey) : pair.rows;
      return isSame(rows, before) ? [] : [{ ...pair, rows, isNew: before === undefined }];
    });
  }

  async #readPairs(pairs: readonly GivenPair[]): Promise<Map<string, SettingRow[]>> {
    const rows = await rowsOfKeys(this.#transaction, table, pairKey, pairs.map(pairKeyOf), this.#ofKind);
    const stored = new Map<string, SettingRow[]>();
    for (const row of rows.toSorted((one, other) => one.rowNo - other.rowNo)) {
      const key = keyOf(row);
      const pair = stored.get(key) ?? [];
      stored.set(key, pair);
      const { memberCodeOrderTo, updateDate, body } = row;
      pair.push({ memberCodeOrderTo, updateDate, body: body.toString('utf8') });
    }
    return stored;
  }

  async #write(changed: readonly ChangedPair[]): Promise<void> {
    if (changed.length === 0) return;
    const replaced = changed.filter(({ isNew }) => !isNew).map(pairKeyOf);
    if (replaced.length > 0) await removeRows(this.#transaction, pairTable, pairKey, replaced, this.#ofKind);
    const { kind } = this.#definition;
    const position = await takePosition(this.#transaction, 'settings');
    const rows = changed.flatMap(({ memberCodeSeller, memberCodeBuyer, rows: ofPair }) =>
      ofPair.map(({ memberCodeOrderTo, updateDate, body }, rowNo) => ({
        memberCodeSeller,
        memberCodeBuyer,
        kind,
        rowNo,
        memberCodeOrderTo,
        updateDate,
        body: Buffer.from(body, 'utf8'),
      })),
    );
    await writer.write(this.#transaction, rows);
    const pairs = changed.map((pair) => pairKeyOf(pair));
    await noteSettingChanges(this.#transaction, kind, pairs, position);
    tellOfSettings(this.#transaction, kind, pairs);
  }

  get #ofKind(): string {
    return `kind = '${this.#definition.kind}'`;
  }
}

type Pair = Omit<PairSettings, 'rows'>;

function keyOf({ memberCodeSeller, memberCodeBuyer }: Pair): string {
  return JSON.stringify([memberCodeSeller, memberCodeBuyer]);
}

function pairKeyOf({ memberCodeSeller, memberCodeBuyer }: Pair): Key {
  return [memberCodeSeller, memberCodeBuyer];
}

function namedMembers(pair: PairSettings): NamedMember[] {
  return [
    ['member_code_seller', pair.memberCodeSeller],
    ['member_code_buyer', pair.memberCodeBuyer],
    ...pair.rows.map(({ memberCodeOrderTo }) => ['member_code_order_to', memberCodeOrderTo] as const),
  ];
}

function isSame(rows: readonly SettingRow[], others: readonly SettingRow[] = []): boolean {
  return rows.length === others.length && rows.every(({ body }, index) => body === others[index]?.body);
}

/**
 * Counts changed lines. A line counts only once, even if it changes several pairs. A changed line counts as added if all its
 * changed pairs are new.
 */
function countLines(changed: readonly ChangedPair[]): { added: number; changed: number } {
  const lines = Map.groupBy(changed, ({ line }) => line);
  const added = [...lines.values()].filter((pairs) => pairs.every(({ isNew }) => isNew)).length;
  return { added, changed: lines.size - added };
}
