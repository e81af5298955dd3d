/** The number of a line, and a remark about the line. Lines are numbered from 1. */
export interface LineRemark {
  readonly line: number;
  readonly reason: string;
}

/** The maximum number of refusals, and also of warnings, that a summary contains. */
export const remarksKept = 100;

/** The progress of a running import. */
export interface ImportProgress {
  readonly bytes: number;
  readonly lines: number;
}

/** Options for loading a file of lines. */
export interface ImportOptions {
  /**
   * If one line is refused, no line of the file is loaded (default: false). The whole file is loaded in one transaction. During
   * this transaction, no other process can write to the database if the database is a SQLite file.
   */
  readonly atomic?: boolean;
  /**
   * All lines are checked and counted, but nothing is loaded (default: false). A dry run is one transaction, which is rolled back
   * at the end.
   */
  readonly dryRun?: boolean;
  /**
   * For settings only: the rows are added to the stored rows of the pair, or replace stored rows with the same key. By default,
   * the rows replace all stored rows of the pair.
   */
  readonly merge?: boolean;
  /**
   * For old data of products and slips: amounts that are not decimals are loaded unchanged. By default, lines with such amounts
   * are refused.
   */
  readonly amountsAsText?: boolean;
  /**
   * A second thread parses and renders lines while the main thread saves earlier lines. A second thread is useful for long files
   * on a machine with several cores (default: false). For a file of only a few megabytes, no thread is started.
   */
  readonly readInThread?: boolean;
  /** Called after each chunk of lines. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Called for each refused line. Refused lines are reported in the order in which they are in the file. Lines that had to wait
   * for the end of the file are reported last.
   */
  readonly onRefusal?: (refusal: LineRemark) => void;
  /** Stops the import between two chunks. Lines that were loaded before remain loaded, unless the import is `atomic`. */
  readonly signal?: AbortSignal;
}

/** The options of an import that also apply to a removal. */
export type RemovalOptions = Omit<ImportOptions, 'merge' | 'amountsAsText'>;

/** The result of a removal. `read` = `removed` + `notThere` + `refused`. */
export interface RemovalSummary {
  /** The number of lines with a record. Blank lines are not counted. */
  readonly read: number;
  /** The number of lines whose keys existed and were removed. */
  readonly removed: number;
  /** The number of lines whose keys did not exist, or were removed by an earlier line. */
  readonly notThere: number;
  readonly refused: number;
  /** The first 100 refused lines. */
  readonly refusals: readonly LineRemark[];
  /** False if nothing was removed: after a dry run, and after an atomic removal with refusals. */
  readonly applied: boolean;
}

/** The result of an import. `read` = `added` + `changed` + `unchanged` + `refused`. */
export interface ImportSummary {
  /** The number of lines with a record. Blank lines are not counted. */
  readonly read: number;
  /** The number of keys that did not exist before the import. */
  readonly added: number;
  /** The number of keys that existed with different content. */
  readonly changed: number;
  /** The number of lines without effect: the same content was already stored, or a later line has the same key. */
  readonly unchanged: number;
  readonly refused: number;
  /** The first 100 refused lines. */
  readonly refusals: readonly LineRemark[];
  /** The first 100 warnings. The warnings are about unusual lines that were loaded nevertheless. */
  readonly warnings: readonly LineRemark[];
  /** False if nothing was loaded: after a dry run, and after an atomic import with refusals. */
  readonly applied: boolean;
}
