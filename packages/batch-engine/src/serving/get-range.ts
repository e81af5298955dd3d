import { errorText } from '@trading-platform/domain-types/error-texts';
import { BatchError } from '../batch/batch-error.js';
import { assertRange } from './assert-range.js';
import { type EngineParts, functionOf } from './engine-parts.js';
import { type FunctionBatchRef, readNote, useReadableBatch } from './find-batch.js';
import { frameRange, type RangeBytes, type RangeFrame } from './frame-range.js';
import { type Receipts, readReceipts } from './read-receipts.js';
import { selectRange } from './select-range.js';
import { recordsOf } from './stored-records.js';

/** A request for some records of a batch, with the text around them. */
export interface RangeRequest extends FunctionBatchRef, RangeFrame {
  /** The numbers of the first and the last requested record, both included and counted from 1. */
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** Records of a batch with the text around them, ready to be sent. */
export interface BatchRange extends RangeBytes {
  /**
   * Returns the receipts of exactly these records. The receipts are to be marked when the records have been delivered. The
   * receipts are read only when this function is called.
   */
  readonly receipts: () => Receipts;
}

/** @see BatchEngine.range */
export async function getRange(parts: EngineParts, request: RangeRequest): Promise<BatchRange> {
  const { maxRecordsPerGet } = functionOf(parts, request.functionName);
  const batch = await useReadableBatch(parts, request);
  const { seqFrom, seqTo } = request;
  assertRange(seqFrom, seqTo);
  if (maxRecordsPerGet !== undefined && seqTo - seqFrom >= maxRecordsPerGet) {
    throw new BatchError('range-invalid', errorText('recordsPerCall', { most: maxRecordsPerGet }));
  }
  const first = seqFrom - 1;
  const last = Math.min(seqTo, batch.recordCount) - 1;
  const range = await selectRange(parts, recordsOf(batch), first, last, request.encoding);
  const bytes = frameRange(range, request);
  parts.readTimes.note(batch.id, readNote(request, first, last));
  return {
    ...bytes,
    body: bytes.buffers === undefined ? parts.readers.during(batch.id, bytes.body) : bytes.body,
    receipts: () => readReceipts(parts.segments, batch, first, last),
  };
}
