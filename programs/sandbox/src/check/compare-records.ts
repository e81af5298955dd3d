import { isDeepStrictEqual } from 'node:util';
import type { WrittenRecord } from './read-records.js';

/** What tells records apart. */
export type KeyOf = (record: WrittenRecord) => readonly string[];

/** What was written, compared with what there is. Numbers of records. */
export interface Comparison {
  readonly expected: number;
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
  /** Written with other values than the platform has. */
  readonly changed: number;
  /** Written, and not among the expected ones. */
  readonly foreign: number;
}

/** Fields that differ between batches. */
const ofBatch: ReadonlySet<string> = new Set(['batch_id', 'seq', 'create_date']);

/** Compares records by their keys, in any order. Fields that a program has left out are not compared. */
export function compareRecords(
  expected: readonly WrittenRecord[],
  written: readonly WrittenRecord[],
  keyOf: KeyOf,
): Comparison {
  const left = byKey(expected, keyOf);
  let [doubled, changed, foreign] = [0, 0, 0];
  const known = new Set(left.keys());
  for (const record of written) {
    const key = keyOf(record).join('\0');
    const twins = left.get(key) ?? [];
    const twin = twins.findIndex((each) => isSame(each, record));
    if (twins.length > 0) {
      if (twin === -1) changed++;
      twins.splice(Math.max(0, twin), 1);
    } else if (known.has(key)) doubled++;
    else foreign++;
  }
  const lost = [...left.values()].reduce((sum, { length }) => sum + length, 0);
  return { expected: expected.length, written: written.length, lost, doubled, changed, foreign };
}

function byKey(records: readonly WrittenRecord[], keyOf: KeyOf): Map<string, WrittenRecord[]> {
  const map = new Map<string, WrittenRecord[]>();
  for (const record of records) {
    const key = keyOf(record).join('\0');
    map.set(key, [...(map.get(key) ?? []), record]);
  }
  return map;
}

function isSame(expected: WrittenRecord, written: WrittenRecord): boolean {
  return Object.entries(written).every(([name, value]) => {
    const other = expected[name];
    if (ofBatch.has(name) || other === undefined) return true;
    return typeof other === 'number' && typeof value === 'string'
      ? String(other) === value
      : isDeepStrictEqual(other, value);
  });
}
