const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long batches are kept. Everything has a default; times are milliseconds. */
export interface RetentionSettings {
  /** A batch in a final state is kept this long. Default 7 days. */
  readonly retentionMs?: number;
  /** Every check or get keeps it at least this much longer. Default 24 hours. */
  readonly retentionAfterUseMs?: number;
  /** A batch is never kept longer than this after its end. Default 14 days. */
  readonly retentionAtMostMs?: number;
  /** After its end, the facts about a batch are kept this long without its records; 0 for not at all. Default 14 days. */
  readonly rowRetentionMs?: number;
  /** After the expiry the data stay this long for readers. Default 15 minutes. */
  readonly readerGraceMs?: number;
}

/** The same, as operators set it. */
export interface RetentionHours {
  readonly batchRetentionHours: number;
  readonly batchRetentionAfterUseHours: number;
  readonly batchRetentionAtMostHours: number;
  readonly batchRowRetentionHours: number;
}

/** Turns hours, the unit of deployments, into milliseconds, the unit of the engine. */
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

/** Limits beyond which a further batch is refused. */
export interface BatchLimits {
  /** Waiting and processing batches of one owner. */
  readonly unfinishedPerOwner: number;
  /** Bytes stored for all batches of one member. */
  readonly storedBytesPerMember: number;
}

/** A client that waits for 1,000 batches has a defect. Stored bytes have no limit unless one is set. */
export const limitDefaults: BatchLimits = { unfinishedPerOwner: 1_000, storedBytesPerMember: Number.POSITIVE_INFINITY };

/** How a worker takes and runs batches. Everything has a default; times are milliseconds. */
export interface WorkerSettings {
  /** Batches that one worker runs at once. Default 4. */
  readonly concurrency?: number;
  /** Batches of one member that run at once, over all workers. Default 2. */
  readonly runningPerMember?: number;
  /** A worker that does not renew its lease for this long has lost the batch. Default 15 seconds. */
  readonly leaseMs?: number;
  /** How often an idle worker looks for work. Default 50, or 1 second where a queue wakes it. */
  readonly pollMs?: number;
  /** How often progress is written, and a cancelled batch noticed. Default 1 second, at most a sixth of the lease. */
  readonly renewMs?: number;
  /** Attempts that may fail before the batch does. Default 3. */
  readonly failuresAtMost?: number;
  /** Pause after the first failed attempt; it doubles with each further one. Default 2 seconds. */
  readonly backoffMs?: number;
  /** How often expired batches are removed. Default 1 minute. */
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
