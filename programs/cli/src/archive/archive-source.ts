/** The smallest unit of an archive. It is archived and removed as a whole. */
export interface ArchivedUnit {
  readonly key: string;
  /** Its lines in each file, in the order of `files`, without line feeds. */
  readonly lines: readonly (readonly Buffer[])[];
}

/** A kind of data that can be archived. */
export interface ArchiveSource {
  /** The names of its files, without extensions. */
  readonly files: readonly string[];
  /** Units old enough to archive, in pages that fit into memory. Units may be removed while the caller reads. */
  pages(): AsyncIterable<readonly ArchivedUnit[]>;
  /** Removes the rows of removed units that earlier releases have left behind. */
  sweep?(): Promise<unknown>;
  /** In one short transaction, removes the units whose stored bytes still equal the given bytes. */
  remove(units: readonly ArchivedUnit[]): Promise<{ readonly removed: number; readonly changed: number }>;
}
