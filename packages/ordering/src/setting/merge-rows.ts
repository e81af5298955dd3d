import type { SettingRow } from './pair-settings.js';

/**
 * The rows of a pair after a file has been merged into them (decisions on data in, merging). With a key: of each key that the
 * file names its last row, in the place of the row that had the key, else behind the others. Without one: the rows that are
 * there, and behind them those that differ from all others in a field other than `update_date`.
 *
 * The same file again changes nothing.
 *
 * @param key the fields by which two rows are the same one; undefined where rows have no key
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
