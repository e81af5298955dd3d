/** Data that moves to an archive and leaves the database as a whole. */
export interface ArchivedUnit {
  /** Finds it in the database. */
  readonly key: string;
  /** Its lines in each file of the archive, in the order of the files, without line feeds. */
  readonly lines: readonly (readonly Buffer[])[];
}

/** How many units were removed, and how many stay because their stored content differs. Missing units count as neither. */
export interface ArchiveRemoval {
  readonly removed: number;
  readonly changed: number;
}

/** Whether two units are the same, byte for byte. */
export function isSameUnit(one: ArchivedUnit, other: ArchivedUnit | undefined): boolean {
  return (
    one.key === other?.key &&
    one.lines.length === other.lines.length &&
    one.lines.every((lines, file) => haveSameBytes(lines, other.lines[file] ?? []))
  );
}

function haveSameBytes(lines: readonly Buffer[], others: readonly Buffer[]): boolean {
  return lines.length === others.length && lines.every((line, index) => line.equals(others[index]!));
}
