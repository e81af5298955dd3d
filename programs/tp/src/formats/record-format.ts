/** The text format of records, encoded one by one. */
export interface RecordFormat {
  /** Whether records are written as the unchanged lines of JSON. */
  readonly isAsItCame?: true;
  /** The text before the first record. */
  readonly head: string;
  /** The text after the last record. */
  readonly tail: string;
  /**
   * The text of one record, in its own memory.
   *
   * @param text its JSON text
   * @param isFirst whether it is the first record
   */
  encode(text: Uint8Array, isFirst: boolean): Uint8Array;
}
