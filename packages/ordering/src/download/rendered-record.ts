/** One record of a download, finished. */
export interface RenderedRecord {
  /** The rest of the record's JSON object after its head; the whole object where records carry no batch fields. */
  readonly body: Uint8Array;
  /** Kept with the record for what follows its delivery. */
  readonly receipt?: string;
  /** The record tells of an error; they are counted. */
  readonly isError?: boolean;
}
