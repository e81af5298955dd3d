/** One line with what is wrong about it. Lines are counted from 1. */
export interface LineRemark {
  readonly line: number;
  readonly reason: string;
}

/** How far an import has come. */
export interface ImportProgress {
  readonly bytes: number;
  readonly lines: number;
}

export interface ImportOptions {
  /**
   * All or nothing: one refused line, and nothing of the file is loaded. Default false. The whole file is one transaction:
   * on SQLite nobody else writes to the database meanwhile.
   */
  readonly atomic?: boolean;
  /** Everything is checked and counted, and nothing is loaded. Default false. One transaction too, which is undone. */
  readonly dryRun?: boolean;
  /** Settings only: rows are added to those of the pair, or replace equal ones, instead of replacing all. Default false. */
  readonly merge?: boolean;
  /**
   * Lines are parsed and rendered in a thread of their own, while those before them are saved: for long files, where there is
   * more than one core. Default false. A file of a few megabytes starts no thread.
   */
  readonly readInThread?: boolean;
  /** Called after each chunk of lines. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called for each refused line, in the order of the file; for lines that had to wait for its end, then. */
  readonly onRefusal?: (refusal: LineRemark) => void;
  /** Ends the import between two chunks; what was loaded before stays, unless `atomic`. */
  readonly signal?: AbortSignal;
}

/** A removal is never merged; all else is as for an import. */
export type RemovalOptions = Omit<ImportOptions, 'merge'>;

/** What a removal did. `read` = `removed` + `notThere` + `refused`. */
export interface RemovalSummary {
  /** Lines with a record; blank lines are passed over. */
  readonly read: number;
  /** Lines of which something was there, which is gone now. */
  readonly removed: number;
  /** Lines of which nothing was there, or nothing any more after an earlier line. */
  readonly notThere: number;
  readonly refused: number;
  /** The first refused lines, at most 100. */
  readonly refusals: readonly LineRemark[];
  /** Whether it is done: false after a dry run and after an atomic removal with refusals. */
  readonly applied: boolean;
}

/** What an import did. `read` = `added` + `changed` + `unchanged` + `refused`. */
export interface ImportSummary {
  /** Lines with a record; blank lines are passed over. */
  readonly read: number;
  /** Keys that were not there before. */
  readonly added: number;
  /** Keys whose content differs from before. */
  readonly changed: number;
  /** Lines without effect: the same as before, or followed by a later line of their key. */
  readonly unchanged: number;
  readonly refused: number;
  /** The first refused lines, at most 100. */
  readonly refusals: readonly LineRemark[];
  /** The first remarks about lines that were loaded nevertheless, at most 100. */
  readonly warnings: readonly LineRemark[];
  /** Whether the lines that were not refused are loaded now: false after a dry run and after an atomic import with refusals. */
  readonly applied: boolean;
}
