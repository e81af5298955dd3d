export { type Batch, type BatchOwner, type HeldBatch, parseBatchId } from './batch.js';
export {
  type BatchDetails,
  BatchEngine,
  type BatchEngineOptions,
  type BatchList,
  type BatchRange,
  type BatchRecords,
  type BatchRef,
  type BatchRequest,
  type BatchStatus,
  type DeliveredRange,
  type DeliveredRequest,
  type FunctionBatchRef,
  type RangeRequest,
  type Receipts,
  type RecordsRequest,
} from './batch-engine.js';
export { BatchError, type BatchErrorCode, BatchFailure } from './batch-error.js';
export type {
  BatchFunction,
  BatchFunctionShape,
  BatchSnapshot,
  RecordHeadContext,
  RenderedRecord,
} from './batch-function.js';
export type { BatchLog } from './batch-log.js';
export {
  limitDefaults,
  type RetentionSettings,
  retentionDefaults,
  type WorkerSettings,
  workerDefaults,
} from './batch-settings.js';
export {
  type AttemptOutcome,
  type BatchState,
  batchTransitions,
  type FinalBatchState,
  isFinal,
} from './batch-state.js';
export { BatchWorker, type BatchWorkerOptions } from './batch-worker.js';
export type { RangeBytes, RangeEncoding, RangeFrame } from './bytes/frame-range.js';
export { type Clock, systemClock } from './clock.js';
export { DeliveryEvidence, type DeliveryEvidenceOptions } from './delivery/delivery-evidence.js';
export { Housekeeping, type HousekeepingOptions } from './housekeeping.js';
export { type Randomness, systemRandomness } from './randomness.js';
export { type SendableBody, sendBody } from './send-body.js';
export type {
  AddedBatch,
  AttemptEnd,
  BatchLimits,
  BatchPage,
  BatchStore,
  Claim,
  NewBatch,
  Progress,
} from './storage/batch-store.js';
export { SegmentMissingError } from './storage/segment-cache.js';
export {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  type SegmentStore,
  type StoredSegment,
} from './storage/segment-store.js';
export type { WorkQueue } from './work-queue.js';
