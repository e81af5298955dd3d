/** How records become the text of a file, one by one. */
export interface RecordFormat {
  /** Whether a record is written as the line of JSON that it came as. */
  readonly isAsItCame?: true;
  /** What stands before the first record. */
  readonly head: string;
  /** What stands behind the last one. */
  readonly tail: string;
  /**
   * The text of one record, in memory of its own.
   *
   * @param text its JSON text
   * @param isFirst whether no record is before it
   */
  encode(text: Uint8Array, isFirst: boolean): Uint8Array;
}
