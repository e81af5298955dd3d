import type { Database, Transaction } from '@trading-platform/database';
import type { ImportKind } from '@trading-platform/domain-types';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import type { RecordKey, RemovalLine } from '../../import/removal-format.js';
import { countChange, takePosition } from '../sql/common/counters.js';
import { type Removal, type Removed, removals } from './removals.js';

/**
 * Makes the store that removes the records which the lines of a file name, and all data that belong to these records. Records
 * that other data need are not removed.
 */
export function createRemovalStore(kind: ImportKind, database: Database): ImportStore<RemovalLine> {
  return {
    transaction: (work) =>
      transactionWithEvents(database, (transaction) =>
        work((lines) => removeLines(transaction, removals[kind], lines)),
      ),
  };
}

async function removeLines(
  transaction: Transaction,
  removal: Removal,
  lines: readonly RemovalLine[],
): Promise<SavedRows> {
  await removal.hold(transaction);
  const keys = new Map(lines.flat().map((key) => [textOf(key), key]));
  const kept = await keptKeys(transaction, removal, [...keys.values()]);
  const wanted = [...keys].filter(([text]) => !kept.has(text)).map(([, key]) => key);
  const removed = wanted.length === 0 ? [] : await removal.remove(transaction, wanted);
  await noteRemovals(transaction, removal, removed);
  return outcomeOf(lines, kept, new Set(removed.map(({ key }) => textOf(key))));
}

/** This function is called in the transaction of each removal. */
async function noteRemovals(transaction: Transaction, removal: Removal, removed: readonly Removed[]): Promise<void> {
  if (removed.length === 0) return;
  if (removal.keep === undefined) await countChange(transaction, removal.change);
  else {
    const keys = removed.map(({ key }) => key);
    await removal.keep(transaction, keys, await takePosition(transaction, removal.change));
  }
}

type Kept = ReadonlyMap<string, Omit<RowRemark, 'index'>>;

async function keptKeys(transaction: Transaction, removal: Removal, keys: readonly RecordKey[]): Promise<Kept> {
  const needed = (await removal.findNeeded?.(transaction, keys)) ?? [];
  return new Map(needed.map(({ key, ...remark }) => [textOf(key), remark]));
}

/**
 * Returns the result of each line. A line is counted if at least one of its keys was removed, and refused if other data need one
 * of its keys. If two lines name the same key, the second line finds no record.
 */
function outcomeOf(lines: readonly RemovalLine[], kept: Kept, removed: Set<string>): SavedRows {
  const refusals: RowRemark[] = [];
  let changed = 0;
  for (const [index, line] of lines.entries()) {
    const remark = line.map((key) => kept.get(textOf(key))).find((found) => found !== undefined);
    if (remark !== undefined) refusals.push({ index, ...remark });
    const went = line.filter((key) => removed.delete(textOf(key)));
    if (remark === undefined && went.length > 0) changed++;
  }
  return { added: 0, changed, refusals };
}

function textOf(key: RecordKey): string {
  return JSON.stringify(key);
}
