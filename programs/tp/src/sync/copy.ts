import type { RecordLines, RemovedKey } from '@trading-platform/client';
import type { DownloadName } from '@trading-platform/domain-types';
import type { KindState } from './copy-state.js';

/** Whose records a copy has. */
export interface CopyOwner {
  /** The platform's own name, `iss` of its tokens; `""` if they do not tell. */
  readonly platform: string;
  /** `""` if the tokens do not tell. */
  readonly memberCode: string;
}

/** Records that a batch of changes makes go. */
export interface Removals {
  readonly count: number;
  /** Their keys, page by page, as the platform sends them. */
  readonly keys: () => AsyncIterable<readonly RemovedKey[]>;
}

/** What a batch makes go: nothing but what it names, or all that its load has not brought. */
export type Gone = Removals | 'what is of older loads';

/** The end of a batch. */
export interface LastPiece {
  readonly lines: RecordLines;
  readonly gone: Gone;
}

/** How many records are put aside, and where they are. */
export interface RecordsAside {
  readonly count: number;
  readonly place: string;
}

/**
 * A local copy of what downloads deliver. A step is one transaction: after a kill at any moment, records and state are those before
 * a step or those after it. Records replace those with the same key.
 */
export interface Copy {
  /** A batch of more changes than this is taken as a full load instead. */
  readonly mostChanges: number;
  /** What `KindState.layout` is for a kind. */
  layoutOf(kind: DownloadName): string;
  /** Undefined for a kind that has never been copied. */
  stateOf(kind: DownloadName): Promise<KindState | undefined>;
  /** Makes room for a kind that has never been copied, or has another layout by now: nothing is left of it then. */
  makeAnew(kind: DownloadName, state: KindState): Promise<void>;
  /** Saves the state only. */
  save(kind: DownloadName, state: KindState): Promise<void>;
  /** Takes records in, of which nothing is kept afterwards. `state.batch` says where they belong. */
  write(kind: DownloadName, lines: RecordLines, state: KindState): Promise<void>;
  /**
   * Takes the last records in and drops what is gone.
   *
   * @returns how many records have gone, where that is known
   */
  finish(kind: DownloadName, piece: LastPiece, state: KindState): Promise<number | undefined>;
  /** The records of a kind that the copy cannot hold. They are kept whole, with the reason, until they change. */
  aside(kind: DownloadName): Promise<RecordsAside>;
  close(): Promise<void>;
}
