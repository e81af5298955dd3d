import { isDeepStrictEqual } from 'node:util';
import type { WrittenRecord } from './read-records.js';

/** The key of a record. */
export type KeyOf = (record: WrittenRecord) => readonly string[];

/** How the written records differ from the expected ones, in numbers of records. */
export interface Comparison {
  readonly expected: number;
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
  /** Records with other values than on the platform. */
  readonly changed: number;
  /** Written records that are not expected. */
  readonly foreign: number;
}

/** Fields that differ between batches. */
const ofBatch: ReadonlySet<string> = new Set(['batch_id', 'seq', 'create_date']);

/** Compares records by key, in any order. Fields that the program leaves out are not compared. */
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
