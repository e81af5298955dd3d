import type { RecordLines, RemovedKey } from '@trading-platform/client';
import type { DownloadName } from '@trading-platform/domain-types';
import type { KindState } from './copy-state.js';

/** The owner of a copy's records. */
export interface CopyOwner {
  /** The platform's issuer, `iss` of its tokens; `""` if the tokens do not contain it. */
  readonly platform: string;
  /** `""` if the tokens do not contain it. */
  readonly memberCode: string;
}

/** Records that a batch of changes removes. */
export interface Removals {
  readonly count: number;
  /** The keys of the removed records, in the pages in which the platform delivers them. */
  readonly keys: () => AsyncIterable<readonly RemovedKey[]>;
}

/**
 * The records that a batch removes. These are the records that the batch names or, for a full load, all records that
 * the load did not bring.
 */
export type Gone = Removals | 'what is of older loads';

/** The last records of a batch, and the records that the batch removes. */
export interface LastPiece {
  readonly lines: RecordLines;
  readonly gone: Gone;
}

/** The number of records that were put aside, and the place where they are. */
export interface RecordsAside {
  readonly count: number;
  readonly place: string;
}

/**
 * A local copy of downloaded records. Each step is one transaction. After a kill at any moment, records and state are
 * therefore both from before the step or both from after it. A new record replaces the existing record with the same
 * key.
 */
export interface Copy {
  /** If a batch has more changes than this, a full load is made instead. */
  readonly mostChanges: number;
  /** The value of `KindState.layout` for a kind. */
  layoutOf(kind: DownloadName): string;
  /** Undefined for a kind that was never copied. */
  stateOf(kind: DownloadName): Promise<KindState | undefined>;
  /** Creates the empty storage of a kind that was never copied or has a different layout. Old records are dropped. */
  makeAnew(kind: DownloadName, state: KindState): Promise<void>;
  /** Saves the state only. */
  save(kind: DownloadName, state: KindState): Promise<void>;
  /** Copies records; their memory may be reused afterwards. `state.batch` identifies their batch. */
  write(kind: DownloadName, lines: RecordLines, state: KindState): Promise<void>;
  /**
   * Copies the last records and drops the removed records.
   *
   * @returns the number of dropped records, if known
   */
  finish(kind: DownloadName, piece: LastPiece, state: KindState): Promise<number | undefined>;
  /**
   * Records of a kind that do not fit the copy. Each of these records is kept completely, with the reason, until the
   * record changes.
   */
  aside(kind: DownloadName): Promise<RecordsAside>;
  close(): Promise<void>;
}
