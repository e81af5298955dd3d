import type { DownloadPaths, RecordDefinition } from '@trading-platform/domain-types';
import type { DownloadCaller } from './download-caller.js';

/** What opens a record, up to its stored bytes. */
export type RecordHead = (batch: { readonly batchId: string; readonly createDate: string }, seq: number) => string;

/**
 * A download, declared once: request, confirm and get (Spec 4.6). The data API serves it and describes it in the reference,
 * the worker produces it from a `RecordSource` with the same criteria (`downloadFunction`).
 */
export interface Download<Request = never, Criteria = unknown> {
  /** Stored on its batches: it never changes. */
  readonly name: string;
  readonly title: string;
  readonly paths: DownloadPaths;
  /** The fields of the request step. */
  readonly request: RecordDefinition;
  /** The fields of the get answer. */
  readonly answer: RecordDefinition;
  /** The array of the get answer that the records stand in. */
  readonly arrayName: string;
  /** Absent where records carry no batch fields. */
  readonly recordHead?: RecordHead;
  /** Turns a validated request into what it selects: plain JSON. */
  criteria(request: Request, caller: DownloadCaller): Criteria;
}

/** The batch's own fields, which open each record (Spec 2.4, 2.5). */
export const batchRecordHead: RecordHead = ({ batchId, createDate }, seq) =>
  `{"batch_id":"${batchId}","seq":"${seq}","create_date":"${createDate}",`;
