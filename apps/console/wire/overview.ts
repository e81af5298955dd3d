import type { BatchState, ConsoleBatch } from './batches.js';
import type { Instant } from './common.js';
import type { FunctionName } from './functions.js';

/** Batches of one function with one outcome; uploads that refused orders are apart from uploads that took all. */
export interface OverviewGroup {
  readonly functionName: FunctionName;
  readonly state: BatchState;
  readonly batches: number;
  readonly records: number;
  /** The number of refused records among them. */
  readonly refused: number;
  readonly recordBytes: number;
  readonly storedBytes: number;
  /** Milliseconds; absent where nothing was measured. */
  readonly medianRunMs?: number;
  readonly longestRunMs?: number;
  readonly medianWaitMs?: number;
}

/** The batches of one day in Japan. */
export interface OverviewDay {
  readonly day: string;
  readonly batches: number;
  readonly records: number;
  readonly recordBytes: number;
  readonly failed: number;
  /** Batches that have finished and refused some of their records. */
  readonly withRefusals: number;
}

/** One finished batch, for durations against size. */
export interface OverviewPoint {
  readonly batchId: string;
  readonly functionName: FunctionName;
  readonly records: number;
  readonly recordBytes: number;
  readonly runMs: number;
  readonly waitMs: number;
}

/** Answer of `GET /api/overview`. */
export interface OverviewAnswer {
  readonly at: Instant;
  /** The time of the oldest counted batch; absent if none was counted. */
  readonly since?: Instant;
  /** Whether there are older batches that were not counted, because there are more than `countedAtMost`. */
  readonly isPartial: boolean;
  readonly countedAtMost: number;
  readonly groups: readonly OverviewGroup[];
  /** Oldest first, without gaps; 14 or more, unless there are batches that were not counted. */
  readonly days: readonly OverviewDay[];
  /** The newest, at most 1,000. */
  readonly points: readonly OverviewPoint[];
  /** The newest that failed or refused some of their records, at most 50. */
  readonly failures: readonly ConsoleBatch[];
}
