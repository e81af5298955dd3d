/** What one value of a coded field stands for: an English phrase and the Japanese term. */
export interface ValueMeaning {
  readonly value: string | number;
  readonly meaning: string;
  readonly ja: string;
}

/** What a field means to people, and what can stand in it. */
export interface FieldMeaning {
  /** An English phrase without a full stop, for a reader who does not know the trade. */
  readonly meaning: string;
  /** The business term as Japanese ordering systems write it. */
  readonly ja: string;
  /** How the value is written, in words. */
  readonly format?: string;
  /** The same as a regular expression for the whole value. */
  readonly pattern?: string;
  /** Longest value, in characters. In a list of codes this holds for each element. */
  readonly maxLength?: number;
  /** Least and most elements of a list. */
  readonly minElements?: number;
  readonly maxElements?: number;
  /** The values of a coded field. */
  readonly values?: readonly ValueMeaning[];
  /** Whether other values can come too, because the platform passes on what was loaded. */
  readonly isOpen?: boolean;
  /** Whether the value can be `""`. Default: only in stored records. */
  readonly canBeEmpty?: boolean;
}

/** What an object or a list of objects means, and the record that stands there. */
export interface ListMeaning<Name extends string = string> extends FieldMeaning {
  readonly of: RecordMeaning<Name>;
}

/**
 * Where a record comes from, which decides how long values can be that no table names: `request` is sent by callers,
 * `stored` was loaded by an import (and any value may be absent, `""`), `answer` is made by the platform.
 */
export type RecordOrigin = 'request' | 'stored' | 'answer';

/** What a record means, each of its fields, and one whole example. */
export interface RecordMeaning<Name extends string = string> {
  readonly origin: RecordOrigin;
  readonly meaning: string;
  readonly ja: string;
  readonly fields: Readonly<Record<Name, FieldMeaning>>;
  /** A value for every field; where a list of objects is left out, it has one element, the example of that record. */
  readonly example: Readonly<Partial<Record<Name, unknown>>>;
  /** The fields of a sensible request; the others only show how they are written. */
  readonly shown?: readonly Name[];
}
