/**
 * The rights that a client can have. Each call of the data API needs one of them, or two if it also shows records of a function.
 */
export const rights = [
  /** The three steps of the order upload, and order generation (Spec 4.11). */
  'order',
  /** Changes of slips. */
  'update',
  /** Downloads of product and order masters (Spec 4.7). */
  'master',
  /** Downloads of slips (Spec 4.8). */
  'trade',
  /** Downloads of trading settings (Spec 4.10). */
  'setting',
  /** Shortest delivery dates and FC prices (Spec 4.5, 4.9). */
  'lookup',
  /** Partner list, order master list, delivery places and own orders (Spec 4.11). */
  'list',
  /** Events and the endpoints to which they are sent. */
  'event',
  /** List, details, records and cancellation of batches. */
  'batch',
] as const;

/** One right of a client. */
export type Right = (typeof rights)[number];

const laterRights: ReadonlySet<Right> = new Set(['update', 'event']);

/**
 * The rights of clients, grants and access tokens that were made before clients had rights. They never get a later right without
 * a decision of a person.
 */
export const formerRights: readonly Right[] = rights.filter((right) => !laterRights.has(right));

/** Whether a text is the name of a right. */
export function isRight(text: unknown): text is Right {
  return (rights as readonly unknown[]).includes(text);
}

/** Returns the names that are rights, without repeats, in the order of `rights`. */
export function rightsAmong(names: readonly string[]): readonly Right[] {
  return rights.filter((right) => names.includes(right));
}
