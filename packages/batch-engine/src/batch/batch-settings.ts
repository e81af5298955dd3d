const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Settings that determine how long batches are kept. Every retention setting has a default, and times are in milliseconds. */
export interface RetentionSettings {
  /** The time for which a batch is kept after it has reached a final state (default: 7 days). */
  readonly retentionMs?: number;
  /** The minimum time for which a batch is kept after each check or get call (default: 24 hours). */
  readonly retentionAfterUseMs?: number;
  /** The maximum time for which a batch is kept after its end (default: 14 days). */
  readonly retentionAtMostMs?: number;
  /**
   * The time after the end of a batch for which facts about it are kept without its records (default: 14 days). If the retention
   * time of facts is 0, no facts are kept.
   */
  readonly rowRetentionMs?: number;
  /** The time for which the data of an expired batch are kept for readers that have already begun (default: 15 minutes). */
  readonly readerGraceMs?: number;
}

/** The retention settings in the units that operators use. */
export interface RetentionHours {
  readonly batchRetentionHours: number;
  readonly batchRetentionAfterUseHours: number;
  readonly batchRetentionAtMostHours: number;
  readonly batchRowRetentionHours: number;
}

/** Converts hours, which deployments use, to milliseconds, which the engine uses. */
export function retentionOf(hours: RetentionHours): RetentionSettings {
  return {
    retentionMs: hours.batchRetentionHours * hour,
    retentionAfterUseMs: hours.batchRetentionAfterUseHours * hour,
    retentionAtMostMs: hours.batchRetentionAtMostHours * hour,
    rowRetentionMs: hours.batchRowRetentionHours * hour,
  };
}

export const retentionDefaults: Required<RetentionSettings> = {
  retentionMs: 7 * day,
  retentionAfterUseMs: day,
  retentionAtMostMs: 14 * day,
  rowRetentionMs: 14 * day,
  readerGraceMs: 15 * minute,
};

/** Limits at which the engine refuses a new batch. */
export interface BatchLimits {
  /** The maximum number of waiting and processing batches of one owner. */
  readonly unfinishedPerOwner: number;
  /** The maximum number of bytes that are stored for all batches of one member. */
  readonly storedBytesPerMember: number;
}

/** A client that waits for 1,000 batches must have a defect. The number of stored bytes has no limit by default. */
export const limitDefaults: BatchLimits = { unfinishedPerOwner: 1_000, storedBytesPerMember: Number.POSITIVE_INFINITY };

/**
 * Settings that determine how a worker takes and runs batches. Every worker setting has a default, and times are in milliseconds.
 */
export interface WorkerSettings {
  /** The maximum number of batches that one worker runs at the same time (default: 4). */
  readonly concurrency?: number;
  /** The maximum number of batches of one member that all workers together run at the same time (default: 2). */
  readonly runningPerMember?: number;
  /** The time after which a worker that does not renew its lease has lost the batch (default: 15 seconds). */
  readonly leaseMs?: number;
  /** The interval at which an idle worker searches for batches (default: 50 ms, or 1 second if a queue wakes the worker). */
  readonly pollMs?: number;
  /**
   * The interval at which a worker writes its progress and checks whether its batch was cancelled (default: 1 second, but at most
   * a sixth of the lease).
   */
  readonly renewMs?: number;
  /** The number of failed attempts after which a batch fails (default: 3). */
  readonly failuresAtMost?: number;
  /** The pause after the first failed attempt (default: 2 seconds). The pause doubles after each further failed attempt. */
  readonly backoffMs?: number;
  /** The interval at which expired batches are removed (default: 1 minute). */
  readonly housekeepingMs?: number;
}

export const pollMsWithQueue = second;

export const workerDefaults: Required<WorkerSettings> = {
  concurrency: 4,
  runningPerMember: 2,
  leaseMs: 15 * second,
  pollMs: 50,
  renewMs: second,
  failuresAtMost: 3,
  backoffMs: 2 * second,
  housekeepingMs: minute,
};
