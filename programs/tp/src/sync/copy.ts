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
  /** Keys of the removed records, in the pages of the platform. */
  readonly keys: () => AsyncIterable<readonly RemovedKey[]>;
}

/** Records that a batch removes: the named ones, or all that its load did not bring. */
export type Gone = Removals | 'what is of older loads';

/** The end of a batch. */
export interface LastPiece {
  readonly lines: RecordLines;
  readonly gone: Gone;
}

/** Number of records put aside, and their location. */
export interface RecordsAside {
  readonly count: number;
  readonly place: string;
}

/**
 * A local copy of downloaded records. Each step is one transaction: after a kill at any moment, records and state are
 * both from before or both from after a step. A record replaces the one with the same key.
 */
export interface Copy {
  /** For a batch with more changes than this, a full load is made instead. */
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
   * Copies the last records and drops removed ones.
   *
   * @returns the number of dropped records, if known
   */
  finish(kind: DownloadName, piece: LastPiece, state: KindState): Promise<number | undefined>;
  /** Records of a kind that do not fit the copy. Each is kept whole, with the reason, until it changes. */
  aside(kind: DownloadName): Promise<RecordsAside>;
  close(): Promise<void>;
}
