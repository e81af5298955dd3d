/** The meaning of one value of a coded field: an English phrase and the Japanese term. */
export interface ValueMeaning {
  readonly value: string | number;
  readonly meaning: string;
  readonly ja: string;
}

/** The meaning of a field for people, and its possible values. */
export interface FieldMeaning {
  /**
   * English without a full stop: a label of two or three words. If the label does not say it all, a colon and a
   * sentence follow, for a reader who does not know the trade.
   */
  readonly meaning: string;
  /**
   * The term that Japanese ordering systems use. If the English has a sentence, a full-width colon (`：`) and the
   * Japanese sentence follow.
   */
  readonly ja: string;
  /** The form of the value, in words. */
  readonly format?: string;
  /** The form as a regular expression for the whole value. */
  readonly pattern?: string;
  /** Longest value, in characters. In a list of codes this applies to each element. */
  readonly maxLength?: number;
  /** Least and most elements of a list. */
  readonly minElements?: number;
  readonly maxElements?: number;
  /** The values of a coded field. */
  readonly values?: readonly ValueMeaning[];
  /** Whether other values are possible, because the platform passes on the loaded value. */
  readonly isOpen?: boolean;
  /** Whether the value can be `""`. Default: only in stored records. */
  readonly canBeEmpty?: boolean;
}

/** The meaning of a field with an object or a list of objects, and the meaning of the record of these objects. */
export interface ListMeaning<Name extends string = string> extends FieldMeaning {
  readonly of: RecordMeaning<Name>;
}

/**
 * The origin of a record, which decides the length of values that no table limits: `request` is sent by callers,
 * `stored` was loaded by an import (any of its values may be absent, `""`), `answer` is made by the platform.
 */
export type RecordOrigin = 'request' | 'stored' | 'answer';

/** The meaning of a record and of each of its fields, and one whole example. */
export interface RecordMeaning<Name extends string = string> {
  readonly origin: RecordOrigin;
  readonly meaning: string;
  readonly ja: string;
  readonly fields: Readonly<Record<Name, FieldMeaning>>;
  /** A value for every field; a list of objects that is left out has one element, the example of its record. */
  readonly example: Readonly<Partial<Record<Name, unknown>>>;
  /** The fields of a sensible request; the values of all other fields only show their form. */
  readonly shown?: readonly Name[];
}
