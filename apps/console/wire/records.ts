/**
 * `GET /api/batches/{batchId}/records?from=1&to=200` answers `application/x-ndjson`. The answer contains the records
 * `from` to `to`, both included and counted from 1, at most 500. Each line is one JSON object, as the platform sent it.
 * The header `X-Record-Count` contains the total number of records. The bytes of a range never change, so browsers may
 * cache the answer (`ETag`, `Cache-Control: private`).
 */
export type StoredRecord = Readonly<Record<string, unknown>>;

/**
 * Answer of `GET /api/batches/{batchId}/search?text=&field=&exact=&from=`, which searches all records of the batch.
 * Without `field`, the text may be in any value. A search takes limited time: it may find nothing although it is not at
 * the end.
 */
export interface FoundRecordsAnswer {
  readonly records: readonly StoredRecord[];
  /** The value of `from` for the next search. Absent at the end of the batch. */
  readonly nextSeq?: number;
}
