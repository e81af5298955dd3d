/** The description of a header or of a parameter in a path or query. */
export interface ValueDescription {
  /** The meaning as an English phrase without a full stop. */
  readonly meaning: string;
  /** The Japanese term, then `：` and the Japanese meaning, without a full stop. */
  readonly ja: string;
  readonly schema: ValueSchema;
  readonly example: string | number;
}

interface ValueSchema {
  readonly type: 'string' | 'integer';
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export type DescribedValues = Readonly<Record<string, ValueDescription>>;
