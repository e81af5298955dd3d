import type { SettingRow } from './pair-settings.js';

/**
 * The rows of a pair after a file has been merged into them: an added row takes the place of the row that it equals, else of
 * one that has the same identity, else it follows the others. Each row is replaced once, so the same file again changes nothing.
 */
export function mergeRows(
  rows: readonly SettingRow[],
  added: readonly SettingRow[],
  identity: readonly string[],
): readonly SettingRow[] {
  const merged = [...rows];
  const free = new Set(rows.keys());
  const rest = added.filter(
    (row) =>
      !takePlace(
        free,
        (place) => rows[place]?.body === row.body,
        () => undefined,
      ),
  );
  for (const row of rest) {
    const wanted = identityOf(row, identity);
    const isSame = (place: number) => identityOf(rows[place], identity) === wanted;
    if (!takePlace(free, isSame, (place) => merged.splice(place, 1, row))) merged.push(row);
  }
  return merged;
}

/** Finds a free place, uses it up, and answers whether there was one. */
function takePlace(free: Set<number>, isWanted: (place: number) => boolean, use: (place: number) => void): boolean {
  for (const place of free) {
    if (!isWanted(place)) continue;
    free.delete(place);
    use(place);
    return true;
  }
  return false;
}

function identityOf(row: SettingRow | undefined, identity: readonly string[]): string {
  const fields = JSON.parse(row?.body ?? '{}') as Readonly<Record<string, string>>;
  return JSON.stringify(identity.map((field) => fields[field]));
}
