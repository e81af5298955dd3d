import type { Dialect } from '@trading-platform/database';

/** A list is one JSON value, so the text of a statement does not depend on its length. */

/** `column` is one of the texts of a JSON array. */
export function isOneOf(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${placeholder}))`
    : `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(${placeholder}::jsonb)))`;
}

/** `column` is one of the whole numbers of a JSON array. */
export function isOneOfNumbers(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? isOneOf(dialect, column, placeholder)
    : `${column} = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(${placeholder}::jsonb) AS BIGINT)))`;
}

/** A table from a JSON array of arrays of texts: the first of a `CROSS JOIN` in `FROM`. */
export function textRows(dialect: Dialect, placeholder: string, name: string, columns: readonly string[]): string {
  const rows =
    dialect === 'sqlite'
      ? `json_each(${placeholder})`
      : `jsonb_array_elements(${placeholder}::jsonb) AS element(value)`;
  const values = columns.map((column, index) => `value ->> ${index} AS ${column}`);
  return `(SELECT ${values.join(', ')} FROM ${rows}) AS ${name}`;
}

/** The bytes of a text of hexadecimal digits. */
export function bytesOfHex(dialect: Dialect, text: string): string {
  return dialect === 'sqlite' ? `unhex(${text})` : `decode(${text}, 'hex')`;
}

/** The text `column` holds one of the texts of a JSON array. */
export function holdsOneOf(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? `EXISTS (SELECT 1 FROM json_each(${placeholder}) AS part WHERE instr(${column}, part.value) > 0)`
    : `EXISTS (SELECT 1 FROM jsonb_array_elements_text(${placeholder}::jsonb) AS part(value)
        WHERE strpos(${column}, part.value) > 0)`;
}
