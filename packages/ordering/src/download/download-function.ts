import { batchRecordFields, type DownloadDefinition } from '@trading-platform/domain-types';
import type { DownloadCriteria } from './download-criteria.js';
import type { RecordSnapshot, RecordSource } from './record-source.js';

/** Writes the start of a record, which comes before the stored bytes of the record. */
export type RecordHead = (batch: { readonly batchId: string; readonly createDate: string }, seq: number) => string;

/** A download in the form that the batch engine requires. */
export interface DownloadFunction<Criteria> {
  readonly name: string;
  readonly arrayName: string;
  /**
   * The function that writes the fields about the batch. Absent if the records of this download have no fields about the batch.
   */
  readonly recordHead?: RecordHead;
  open(criteria: Criteria, signal: AbortSignal, input?: Uint8Array, changesSince?: string): Promise<RecordSnapshot>;
}

/** Combines a download with the source of its records. */
export function downloadFunction<Request extends object>(
  { name, arrayName, record }: Pick<DownloadDefinition, 'name' | 'arrayName' | 'record'>,
  source: RecordSource<DownloadCriteria<Request>>,
): DownloadFunction<DownloadCriteria<Request>> {
  const hasBatchFields = batchRecordFields.every((field) => record.fieldNames.includes(field));
  return {
    name,
    arrayName,
    ...(hasBatchFields ? { recordHead: batchRecordHead } : {}),
    open: (criteria, signal, _input, changesSince) => source.open(criteria, signal, changesSince),
  };
}

/** Writes the fields about the batch that come first in a record (Spec 2.4, 2.5). */
const batchRecordHead: RecordHead = ({ batchId, createDate }, seq) =>
  `{"batch_id":"${batchId}","seq":"${seq}","create_date":"${createDate}",`;
