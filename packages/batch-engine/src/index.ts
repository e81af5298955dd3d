export type { Batch, BatchOwner, BatchReader, HeldBatch } from './batch/batch.js';
export { BatchError, type BatchErrorCode, BatchFailure } from './batch/batch-error.js';
export type {
  BatchFunction,
  BatchFunctionShape,
  BatchSnapshot,
  RecordHeadContext,
  RenderedRecord,
} from './batch/batch-function.js';
export type { BatchLog } from './batch/batch-log.js';
export {
  type BatchLimits,
  type RetentionHours,
  type RetentionSettings,
  retentionOf,
  type WorkerSettings,
} from './batch/batch-settings.js';
export {
  type AttemptOutcome,
  type BatchState,
  batchTransitions,
  type FinalBatchState,
  isFinal,
} from './batch/batch-state.js';
export { type Clock, systemClock } from './batch/clock.js';
export { type Randomness, systemRandomness } from './batch/randomness.js';
export type { OwnedBytes } from './bytes/owned-bytes.js';
export { DeliveryEvidence, type DeliveryEvidenceOptions } from './delivery/delivery-evidence.js';
export type { AttemptPart, RunPart } from './producing/attempt-part.js';
export type { AttemptTracing } from './producing/attempt-tracing.js';
export { BatchWorker, type BatchWorkerOptions } from './producing/batch-worker.js';
export type { AttemptResult, EndedAttempt } from './producing/ended-attempt.js';
export { Housekeeping, type HousekeepingOptions } from './producing/housekeeping.js';
export {
  type BatchDetails,
  BatchEngine,
  type BatchEngineOptions,
  type BatchLines,
  type BatchList,
  type BatchRange,
  type BatchRecords,
  type BatchRef,
  type BatchRequest,
  type BatchStatus,
  type CancelOptions,
  type DeliveredRange,
  type DeliveredRequest,
  type DetailsRequest,
  type ForeignRead,
  type FunctionBatchRef,
  type ListPage,
  type RangeRequest,
  type Receipts,
  type RecordsRequest,
  type RemovedRequest,
  type RequestedBatch,
  type RequestOutcome,
  type WaitedStatus,
} from './serving/batch-engine.js';
export type { Wait } from './serving/batch-waits.js';
export type { RangeBytes, RangeFrame } from './serving/frame-range.js';
export type { CacheLookups } from './serving/segment-cache.js';
export { type SendableBody, sendBody } from './serving/send-body.js';
export type { RangeEncoding } from './serving/stored-records.js';
export { BatchChanges, type StopFollowing } from './storage/batch-changes.js';
export {
  type AddedBatch,
  type AttemptEnd,
  type BatchPage,
  type BatchRead,
  BatchStore,
  type Cancellation,
  type Claim,
  type FunctionCount,
  keptCriteriaLength,
  type NewBatch,
  type Progress,
  type ReusableBatch,
} from './storage/batch-store.js';
export {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  SegmentStore,
  type StoredSegment,
} from './storage/segment-store.js';
export { WorkQueue } from './storage/work-queue.js';
