/** A text in both languages of the console. */
export interface BothLanguages {
  readonly en: string;
  readonly ja: string;
}

/** Epoch milliseconds. */
export type Instant = number;

/** `yyyy-MM-dd`, a day in Japan. */
export type Day = string;
