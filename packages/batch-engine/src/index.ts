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
export type { BatchDetails, DetailsRequest } from './serving/batch-details.js';
export { BatchEngine } from './serving/batch-engine.js';
export type { Wait } from './serving/batch-waits.js';
export type { CancelOptions } from './serving/cancel-batch.js';
export type { BatchStatus } from './serving/check-batch.js';
export type { BatchEngineOptions, ForeignRead, RequestOutcome } from './serving/engine-parts.js';
export type { BatchRef, FunctionBatchRef } from './serving/find-batch.js';
export type { DeliveredRange, DeliveredRequest } from './serving/find-delivered.js';
export { findReceipts, type ReceiptStores, type WantedReceipts } from './serving/find-receipts.js';
export type { RangeBytes, RangeFrame } from './serving/frame-range.js';
export type { BatchLines, BatchRecords, RecordsRequest, RemovedRequest } from './serving/get-lines.js';
export type { BatchRange, RangeRequest } from './serving/get-range.js';
export type { BatchList, ListPage } from './serving/list-batches.js';
export type { Receipts } from './serving/read-receipts.js';
export type { BatchRequest, RequestedBatch } from './serving/request-batch.js';
export type { CacheLookups } from './serving/segment-cache.js';
export { type SendableBody, sendBody } from './serving/send-body.js';
export type { RangeEncoding } from './serving/stored-records.js';
export type { WaitedStatus } from './serving/wait-for-batch.js';
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
  type Reading,
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
