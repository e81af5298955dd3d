/** A unit of data that is moved to an archive and removed from the database as a whole. */
export interface ArchivedUnit {
  /** The key by which the unit is found in the database. */
  readonly key: string;
  /** The lines of the unit in each file of the archive, in the order of the files, without line feeds. */
  readonly lines: readonly (readonly Buffer[])[];
}

/**
 * The number of units that were removed, and the number of units that were not removed, because their stored content has changed.
 * Units that no longer exist are counted in neither number.
 */
export interface ArchiveRemoval {
  readonly removed: number;
  readonly changed: number;
}

/**
 * Whether two units are identical, byte for byte. A file that only a later version writes is the same as a file without lines of
 * the unit.
 */
export function isSameUnit(one: ArchivedUnit, other: ArchivedUnit | undefined): boolean {
  if (one.key !== other?.key) return false;
  const longer = one.lines.length > other.lines.length ? one : other;
  return [...longer.lines.keys()].every((file) => haveSameBytes(one.lines[file] ?? [], other.lines[file] ?? []));
}

function haveSameBytes(lines: readonly Buffer[], others: readonly Buffer[]): boolean {
  return lines.length === others.length && lines.every((line, index) => line.equals(others[index]!));
}
