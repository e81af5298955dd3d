/**
 * `GET /api/batches/{batchId}/records?from=1&to=200` answers `application/x-ndjson`: the records `from` to `to` (from 1, inclusive, at
 * most 500), one JSON object a line, as the platform delivers them. The header `X-Record-Count` has the number of all. The bytes
 * of a range never change, so the answer may be kept (`ETag`, `Cache-Control: private`).
 */
export type StoredRecord = Readonly<Record<string, unknown>>;
