import type { DownloadPaths, RecordDefinition } from '@trading-platform/domain-types';
import type { DownloadCaller } from './download-caller.js';

/** The start of a record, before its stored bytes. */
export type RecordHead = (batch: { readonly batchId: string; readonly createDate: string }, seq: number) => string;

/**
 * A download with its three steps request, confirm and get, declared once (Spec 4.6). The data API serves it and describes it in
 * the reference. The worker produces its records from a `RecordSource` (`downloadFunction`).
 */
export interface Download<Request = never, Criteria = unknown> {
  /** Stored with its batches, so it must never change. */
  readonly name: string;
  readonly title: string;
  readonly paths: DownloadPaths;
  /** The fields of the request step. */
  readonly request: RecordDefinition;
  /** The fields of the get answer. */
  readonly answer: RecordDefinition;
  /** The field of the get answer that has the records. */
  readonly arrayName: string;
  /** Absent if records have no batch fields. */
  readonly recordHead?: RecordHead;
  /** Turns a validated request into what it selects, as plain JSON. */
  criteria(request: Request, caller: DownloadCaller): Criteria;
  /** The other way round: a body that requests the same. Without it nobody is told. */
  requestOf?(criteria: Criteria): object;
}

/** The fields of the batch, with which each record starts (Spec 2.4, 2.5). */
export const batchRecordHead: RecordHead = ({ batchId, createDate }, seq) =>
  `{"batch_id":"${batchId}","seq":"${seq}","create_date":"${createDate}",`;
