/** What goes to an archive as a whole, and leaves the database as a whole. */
export interface ArchivedUnit {
  readonly key: string;
  /** Its lines in each file, in the order of the files, without line feeds. */
  readonly lines: readonly (readonly Buffer[])[];
}

/** A kind of things that are archived. */
export interface ArchiveSource {
  /** The names of its files, without their endings. */
  readonly files: readonly string[];
  /** What may go, in pages that fit into memory. Units may be removed meanwhile. */
  pages(): AsyncIterable<readonly ArchivedUnit[]>;
  /** Removes those that are stored as they are given, byte for byte, in one short transaction. */
  remove(units: readonly ArchivedUnit[]): Promise<{ readonly removed: number; readonly changed: number }>;
}
