/** A line and what is wrong with it. Lines are counted from 1. */
export interface LineRemark {
  readonly line: number;
  readonly reason: string;
}

/** So many refusals, and so many warnings, are kept in a summary. */
export const remarksKept = 100;

/** How far an import has come. */
export interface ImportProgress {
  readonly bytes: number;
  readonly lines: number;
}

/** How a file of lines is loaded. */
export interface ImportOptions {
  /**
   * All or nothing: if one line is refused, nothing of the file is loaded. Default false. The whole file is one transaction, and on
   * SQLite nobody else can write to the database meanwhile.
   */
  readonly atomic?: boolean;
  /** Everything is checked and counted, but nothing is loaded. Default false. This is one transaction too, which is rolled back. */
  readonly dryRun?: boolean;
  /** For settings only: rows are added to those of the pair, or replace the rows with their keys. Default false: they replace all. */
  readonly merge?: boolean;
  /** For old data of products and slips: amounts that are no decimals are loaded as they are. Default false: their lines are refused. */
  readonly amountsAsText?: boolean;
  /**
   * A second thread parses and renders lines while earlier ones are saved. For long files on a machine with several cores. Default
   * false. A file of a few megabytes starts no thread.
   */
  readonly readInThread?: boolean;
  /** Called after each chunk of lines. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called for each refused line, in the order of the file. Lines that waited for its end come last. */
  readonly onRefusal?: (refusal: LineRemark) => void;
  /** Ends the import between two chunks. What was loaded before stays, unless the import is `atomic`. */
  readonly signal?: AbortSignal;
}

/** The options of an import that do not concern contents. */
export type RemovalOptions = Omit<ImportOptions, 'merge' | 'amountsAsText'>;

/** The result of a removal. `read` = `removed` + `notThere` + `refused`. */
export interface RemovalSummary {
  /** Lines with a record; blank lines are passed over. */
  readonly read: number;
  /** Lines whose keys were there and are removed now. */
  readonly removed: number;
  /** Lines whose keys were not there, or were removed by an earlier line. */
  readonly notThere: number;
  readonly refused: number;
  /** The first refused lines, at most 100. */
  readonly refusals: readonly LineRemark[];
  /** Whether anything was done: false after a dry run and after an atomic removal with refusals. */
  readonly applied: boolean;
}

/** The result of an import. `read` = `added` + `changed` + `unchanged` + `refused`. */
export interface ImportSummary {
  /** Lines with a record; blank lines are passed over. */
  readonly read: number;
  /** Keys that were not there before. */
  readonly added: number;
  /** Keys that were there with other content. */
  readonly changed: number;
  /** Lines without effect: their content was there already, or a later line has the same key. */
  readonly unchanged: number;
  readonly refused: number;
  /** The first refused lines, at most 100. */
  readonly refusals: readonly LineRemark[];
  /** The first remarks about lines that are odd but loaded, at most 100. */
  readonly warnings: readonly LineRemark[];
  /** Whether the lines that were not refused are loaded now: false after a dry run and after an atomic import with refusals. */
  readonly applied: boolean;
}
