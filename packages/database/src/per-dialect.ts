import type { DatabaseAddress } from './database-address.js';

/** The two databases that everything runs on: `sqlite` and `postgres`. */
export type Dialect = DatabaseAddress['dialect'];

/** A list that is the same for both dialects, or one for each. */
export type PerDialect<Item> = readonly Item[] | Readonly<Record<Dialect, readonly Item[]>>;

/** The list of one dialect. */
export function ofDialect<Item>(given: PerDialect<Item>, dialect: Dialect): readonly Item[] {
  return 'sqlite' in given ? given[dialect] : given;
}
