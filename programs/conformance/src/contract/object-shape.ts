/** The fields that every answer of the data API begins with (Spec 2.2). */
export const envelopeFields = ['request_id', 'result', 'error_list'] as const;

/** Objects of an answer whose fields the contract lists. */
export interface ObjectShape {
  /** A name for one of them: `A line of buy[]`. */
  readonly title: string;
  /** Their place: `''` is the body, `master` each element of a list, `master.buy` each element of the lists in them. */
  readonly place: string;
  readonly fields: readonly string[];
  /** The fields that are no texts. */
  readonly lists?: readonly string[];
  /** The requirement about the names and the order of the fields. */
  readonly names: string;
  /** The requirement that the values are texts. */
  readonly texts?: string;
}

/** An answer that has the envelope and these fields behind it. */
export function answerShape(names: string, ...fields: readonly string[]): ObjectShape {
  return { title: 'The answer', place: '', fields: [...envelopeFields, ...fields], names };
}
