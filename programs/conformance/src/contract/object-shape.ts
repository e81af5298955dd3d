/** Every answer of the data API begins with these fields (Spec 2.2). */
export const envelopeFields = ['request_id', 'result', 'error_list'] as const;

/** A kind of object in an answer. The contract lists its fields. */
export interface ObjectShape {
  /** A title for one object of this kind, such as `A line of buy[]`. */
  readonly title: string;
  /**
   * The place of the objects in the answer. `''` is the body itself, `master` means each element of that list, and
   * `master.buy` each element of the lists inside.
   */
  readonly place: string;
  readonly fields: readonly string[];
  /** The fields whose values are lists, not texts. */
  readonly lists?: readonly string[];
  /** The id of the requirement about the names and the order of the fields. */
  readonly names: string;
  /** The id of the requirement by which all values must be texts. */
  readonly texts?: string;
}

/** Describes an answer that consists of the envelope, followed by the given fields. */
export function answerShape(names: string, ...fields: readonly string[]): ObjectShape {
  return { title: 'The answer', place: '', fields: [...envelopeFields, ...fields], names };
}
