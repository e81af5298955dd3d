import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import { mergeRows } from '../../setting/merge-rows.js';
import type { PairSettings, SettingLine, SettingRow } from '../../setting/pair-settings.js';
import type { SettingDefinition } from '../../setting/setting-kind.js';
import { countChange, takeNumbers } from '../statements/counters.js';
import { textRows } from '../statements/json-rows.js';
import { knownMembers, type NamedMember, unknownMember } from '../statements/known-members.js';
import { RowWriter } from '../statements/write-rows.js';

const writer = new RowWriter('setting_row', [
  'member_code_seller',
  'member_code_buyer',
  'kind',
  'row_no',
  'member_code_order_to',
  'update_date',
  'body',
]);

/** Where a settings import goes: a line replaces all rows of each pair it names, or with `merge` adds to them. */
export function createSettingStore(
  database: Database,
  definition: SettingDefinition,
  merge: boolean,
): ImportStore<SettingLine> {
  return {
    transaction: (work) =>
      database.transaction((transaction) =>
        work(async (lines) => {
          // Held until the transaction ends: loads of settings follow each other.
          await takeNumbers(transaction, 'setting', 1);
          return new SettingChunk(transaction, definition, merge).save(lines);
        }),
      ),
  };
}

type PairBodies = readonly SettingRow[];

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
    const stored = await this.#readPairs(lines);
    const given = new Map<string, SettingRow[]>();
    const lastLine = new Map<string, number>();
    const refusals: RowRemark[] = [];
    for (const [index, line] of lines.entries()) {
      const reason = unknownMember(line.flatMap(namedMembers), known);
      if (reason !== undefined) {
        refusals.push({ index, reason });
        continue;
      }
      for (const pair of line) {
        const key = keyOf(pair);
        const rows = (this.#merge ? given.get(key) : undefined) ?? [];
        for (const row of pair.rows) rows.push(row);
        given.set(key, rows);
        lastLine.set(key, index);
      }
    }
    const current = new Map([...given].map(([key, rows]) => [key, this.#rowsAfter(stored.get(key) ?? [], rows)]));
    const changed = [...lastLine.keys()].filter((key) => !isSame(current.get(key), stored.get(key)));
    await this.#write(changed, current, stored);
    return { ...countLines(changed, stored, lastLine), refusals };
  }

  #rowsAfter(stored: PairBodies, given: PairBodies): PairBodies {
    return this.#merge ? mergeRows(stored, given, this.#definition.mergeKey) : given;
  }

  async #readPairs(lines: readonly SettingLine[]): Promise<Map<string, PairBodies>> {
    const { dialect } = this.#transaction;
    const pairs = lines.flatMap((line) => line.map((pair) => [pair.memberCodeSeller, pair.memberCodeBuyer]));
    const rows = await this.#transaction.query<StoredRow>(
      `SELECT s.member_code_seller, s.member_code_buyer, s.member_code_order_to, s.update_date, s.body
       FROM (SELECT DISTINCT seller, buyer FROM ${textRows(dialect, '$1', 'r', ['seller', 'buyer'])}) AS k
       CROSS JOIN setting_row s
       WHERE s.member_code_seller = k.seller AND s.member_code_buyer = k.buyer AND s.kind = $2
       ORDER BY s.member_code_seller, s.member_code_buyer, s.row_no`,
      [JSON.stringify(pairs), this.#definition.kind],
    );
    const bodies = new Map<string, SettingRow[]>();
    for (const row of rows) {
      const key = keyOf({ memberCodeSeller: row.member_code_seller, memberCodeBuyer: row.member_code_buyer });
      const pair = bodies.get(key) ?? [];
      bodies.set(key, pair);
      pair.push({
        memberCodeOrderTo: row.member_code_order_to,
        updateDate: row.update_date,
        body: row.body.toString('utf8'),
      });
    }
    return bodies;
  }

  async #write(
    changed: readonly string[],
    current: ReadonlyMap<string, PairBodies>,
    stored: ReadonlyMap<string, PairBodies>,
  ): Promise<void> {
    if (changed.length === 0) return;
    const transaction = this.#transaction;
    const rows: SqlValue[][] = [];
    for (const key of changed) {
      const [seller, buyer] = pairOf(key);
      if (stored.has(key)) {
        // oxlint-disable-next-line no-await-in-loop
        await transaction.execute(
          'DELETE FROM setting_row WHERE member_code_seller = $1 AND member_code_buyer = $2 AND kind = $3',
          [seller, buyer, this.#definition.kind],
        );
      }
      for (const [number, row] of (current.get(key) ?? []).entries()) {
        const body = Buffer.from(row.body, 'utf8');
        rows.push([seller, buyer, this.#definition.kind, number, row.memberCodeOrderTo, row.updateDate, body]);
      }
    }
    await writer.write(transaction, rows);
    await countChange(transaction, 'settings');
  }
}

interface StoredRow {
  readonly member_code_seller: string;
  readonly member_code_buyer: string;
  readonly member_code_order_to: string;
  readonly update_date: string;
  readonly body: Buffer;
}

function keyOf({ memberCodeSeller, memberCodeBuyer }: Omit<PairSettings, 'rows'>): string {
  return JSON.stringify([memberCodeSeller, memberCodeBuyer]);
}

function pairOf(key: string): [seller: string, buyer: string] {
  return JSON.parse(key) as [string, string];
}

function namedMembers(pair: PairSettings): NamedMember[] {
  return [
    ['member_code_seller', pair.memberCodeSeller],
    ['member_code_buyer', pair.memberCodeBuyer],
    ...pair.rows.map(({ memberCodeOrderTo }) => ['member_code_order_to', memberCodeOrderTo] as const),
  ];
}

function isSame(rows: PairBodies = [], others: PairBodies = []): boolean {
  return rows.length === others.length && rows.every(({ body }, index) => body === others[index]?.body);
}

/** A line counts once, whatever number of its pairs it changes; as added if all of those are new. */
function countLines(
  changed: readonly string[],
  stored: ReadonlyMap<string, PairBodies>,
  lastLine: ReadonlyMap<string, number>,
): { added: number; changed: number } {
  const lines = Map.groupBy(changed, (key) => lastLine.get(key));
  const added = [...lines.values()].filter((keys) => keys.every((key) => !stored.has(key))).length;
  return { added, changed: lines.size - added };
}
