import type { BatchState, ConsoleBatch } from './batches.js';
import type { Instant } from './common.js';
import type { FunctionName } from './functions.js';

/**
 * The batches that have the same function and the same outcome. Uploads with refused orders form a group of their own.
 */
export interface OverviewGroup {
  readonly functionName: FunctionName;
  readonly state: BatchState;
  readonly batches: number;
  readonly records: number;
  /** The number of refused records in these batches. */
  readonly refused: number;
  readonly recordBytes: number;
  readonly storedBytes: number;
  /** In milliseconds. The duration is absent if none was measured. */
  readonly medianRunMs?: number;
  readonly longestRunMs?: number;
  readonly medianWaitMs?: number;
}

/** The batches of one day, in Japan time. */
export interface OverviewDay {
  readonly day: string;
  readonly batches: number;
  readonly records: number;
  readonly recordBytes: number;
  readonly failed: number;
  /** Finished batches that refused some of their records. */
  readonly withRefusals: number;
}

/** One finished batch, for the plot of durations. */
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
  /** The time at which the oldest counted batch was requested. The time is absent if no batch was counted. */
  readonly since?: Instant;
  /** Whether some older batches were not counted, because there are more batches than `countedAtMost`. */
  readonly isPartial: boolean;
  readonly countedAtMost: number;
  readonly groups: readonly OverviewGroup[];
  /**
   * The oldest day comes first, and no day is left out. There are at least 14 days, unless the member has more than
   * `countedAtMost` batches.
   */
  readonly days: readonly OverviewDay[];
  /** The newest points, at most 1,000. */
  readonly points: readonly OverviewPoint[];
  /** The newest batches that failed or refused some of their records, at most 50. */
  readonly failures: readonly ConsoleBatch[];
}
