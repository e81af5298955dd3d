/**
 * Returns a value of a record or a request as a text. Returns an empty text if the value is neither a text nor a
 * number.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
