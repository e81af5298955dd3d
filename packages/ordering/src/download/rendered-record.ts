/** One finished record of a download. */
export interface RenderedRecord {
  /** The record's JSON object after its head. If records have no batch fields, it is the whole object. */
  readonly body: Uint8Array;
  /** Kept with the record, to note its delivery. */
  readonly receipt?: string;
  /** The record reports an error; such records are counted. */
  readonly isError?: boolean;
}
