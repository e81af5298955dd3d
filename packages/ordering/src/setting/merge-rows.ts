import type { SettingRow } from './pair-settings.js';

/**
 * Merges the rows of a file into the stored rows of a pair. If rows have a key, the last row with each key in the file replaces
 * the stored row with this key. A row with a new key is added at the end. If rows have no key, a row of the file is added at the
 * end, unless a stored row has the same values in all fields except `update_date`.
 *
 * If the same file is merged again, nothing changes.
 *
 * @param key the fields that make the key of a row; undefined if rows have no key
 */
export function mergeRows(
  rows: readonly SettingRow[],
  added: readonly SettingRow[],
  key: readonly string[] | undefined,
): readonly SettingRow[] {
  return key === undefined ? addWhatDiffers(rows, added) : replaceByKey(rows, added, key);
}

function replaceByKey(
  rows: readonly SettingRow[],
  added: readonly SettingRow[],
  key: readonly string[],
): readonly SettingRow[] {
  const latest = new Map(added.map((row) => [keyOf(row, key), row]));
  const merged: SettingRow[] = [];
  const placed = new Set<string>();
  for (const row of rows) {
    const name = keyOf(row, key);
    if (!placed.has(name)) merged.push(latest.get(name) ?? row);
    if (latest.has(name)) placed.add(name);
  }
  for (const [name, row] of latest) if (!placed.has(name)) merged.push(row);
  return merged;
}

function addWhatDiffers(rows: readonly SettingRow[], added: readonly SettingRow[]): readonly SettingRow[] {
  const known = new Set(rows.map(contentOf));
  const merged = [...rows];
  for (const row of added) {
    const content = contentOf(row);
    if (!known.has(content)) merged.push(row);
    known.add(content);
  }
  return merged;
}

type Fields = Readonly<Record<string, string>>;

function keyOf({ body }: SettingRow, key: readonly string[]): string {
  const fields = JSON.parse(body) as Fields;
  return JSON.stringify(key.map((field) => fields[field]));
}

/** A row without its `update_date`. */
function contentOf({ body }: SettingRow): string {
  return JSON.stringify({ ...(JSON.parse(body) as Fields), update_date: '' });
}
