import { type Database, type Transaction, tableOf } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import { mergeRows } from '../../setting/merge-rows.js';
import type { PairSettings, SettingLine, SettingRow } from '../../setting/pair-settings.js';
import type { SettingDefinition } from '../../setting/setting-kind.js';
import { SettingRowEntity } from '../entities/setting-row.entity.js';
import { countChange, holdNumbers } from '../statements/counters.js';
import { knownMembers, type NamedMember, unknownMember } from '../statements/known-members.js';
import { removeRows, rowsOfKeys } from '../statements/rows-of-keys.js';
import { RowWriter } from '../statements/write-rows.js';

const table = tableOf(SettingRowEntity);
const pairTable = table.only('memberCodeSeller', 'memberCodeBuyer');
const pairKey = ['memberCodeSeller', 'memberCodeBuyer'] as const;
const writer = new RowWriter(table);

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
          // Loads of settings follow each other.
          await holdNumbers(transaction, 'setting');
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

  get #ofKind(): string {
    return `kind = '${this.#definition.kind}'`;
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
    const keys = new Map(lines.flatMap((line) => line.map((pair) => [keyOf(pair), pairOf(keyOf(pair))])));
    const rows = await rowsOfKeys(this.#transaction, table, pairKey, [...keys.values()], this.#ofKind);
    const bodies = new Map<string, SettingRow[]>();
    for (const row of rows.toSorted((one, other) => one.rowNo - other.rowNo)) {
      const pair = bodies.get(keyOf(row)) ?? [];
      bodies.set(keyOf(row), pair);
      const { memberCodeOrderTo, updateDate, body } = row;
      pair.push({ memberCodeOrderTo, updateDate, body: body.toString('utf8') });
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
    const { kind } = this.#definition;
    const replaced = changed.filter((key) => stored.has(key)).map(pairOf);
    await removeRows(transaction, pairTable, pairKey, replaced, this.#ofKind);
    const rows = changed.flatMap((key) => {
      const [memberCodeSeller, memberCodeBuyer] = pairOf(key);
      return (current.get(key) ?? []).map(({ memberCodeOrderTo, updateDate, body }, rowNo) => ({
        memberCodeSeller,
        memberCodeBuyer,
        kind,
        rowNo,
        memberCodeOrderTo,
        updateDate,
        body: Buffer.from(body, 'utf8'),
      }));
    });
    await writer.write(transaction, rows);
    await countChange(transaction, 'settings');
  }
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
