import type { DatabaseAddress } from './database-address.js';

/** The two kinds of database that are supported: `sqlite` and `postgres`. */
export type Dialect = DatabaseAddress['dialect'];

/** Either one list for both dialects, or one list for each dialect. */
export type PerDialect<Item> = readonly Item[] | Readonly<Record<Dialect, readonly Item[]>>;

/** Returns the list for one dialect. */
export function ofDialect<Item>(given: PerDialect<Item>, dialect: Dialect): readonly Item[] {
  return 'sqlite' in given ? given[dialect] : given;
}
