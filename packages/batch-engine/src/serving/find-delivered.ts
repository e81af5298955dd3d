import { assertRange } from './assert-range.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, useReadableBatch } from './find-batch.js';
import { type Receipts, readReceipts } from './read-receipts.js';

/** The records that the owner confirms to have received. */
export interface DeliveredRequest extends BatchRef {
  /** The numbers of the first and the last delivered record, both included and counted from 1. */
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** The receipts of delivered records. */
export interface DeliveredRange {
  readonly functionName: string;
  readonly receipts: () => Receipts;
}

/** @see BatchEngine.delivered */
export async function findDelivered(parts: EngineParts, request: DeliveredRequest): Promise<DeliveredRange> {
  const batch = await useReadableBatch(parts, { ...request, memberWide: false });
  const { seqFrom, seqTo } = request;
  assertRange(seqFrom, seqTo);
  const last = Math.min(seqTo, batch.recordCount) - 1;
  const receipts = () => readReceipts(parts.segments, batch, seqFrom - 1, last);
  return { functionName: batch.functionName, receipts };
}
