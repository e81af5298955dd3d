/** One record of a download, ready to be sent. */
export interface RenderedRecord {
  /**
   * The JSON of the record after the fields about the batch. For a record without fields about the batch, the body is the whole
   * JSON object.
   */
  readonly body: Uint8Array;
  /** A text that is stored with the record. The text is returned when the record has been delivered. */
  readonly receipt?: string;
  /** Set if the record reports an error. The number of records with errors is stored with the batch. */
  readonly isError?: boolean;
  /** Releases the memory of `body`, which must not be read afterwards. Without this call, the garbage collector frees it later. */
  readonly release?: () => void;
}
