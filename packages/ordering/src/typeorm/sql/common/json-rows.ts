import type { Dialect } from '@trading-platform/database';

/** A list is passed as one JSON value, so the text of a statement does not depend on the length of the list. */

/** Returns a condition: the column contains one of the texts in a JSON array. */
export function isOneOf(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${placeholder}))`
    : `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(${placeholder}::jsonb)))`;
}

/** Returns a condition: the column contains one of the whole numbers in a JSON array. */
export function isOneOfNumbers(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? isOneOf(dialect, column, placeholder)
    : `${column} = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(${placeholder}::jsonb) AS BIGINT)))`;
}

/**
 * Makes a table from a JSON array of arrays of texts. The table that is made from the JSON array must come first in a `FROM` with
 * `CROSS JOIN`.
 */
export function textRows(dialect: Dialect, placeholder: string, name: string, columns: readonly string[]): string {
  const rows =
    dialect === 'sqlite'
      ? `json_each(${placeholder})`
      : `jsonb_array_elements(${placeholder}::jsonb) AS element(value)`;
  const values = columns.map((column, index) => `value ->> ${index} AS ${column}`);
  return `(SELECT ${values.join(', ')} FROM ${rows}) AS ${name}`;
}

/** Returns an expression that converts hexadecimal digits to bytes. */
export function bytesOfHex(dialect: Dialect, text: string): string {
  return dialect === 'sqlite' ? `unhex(${text})` : `decode(${text}, 'hex')`;
}

/** Returns a condition: the text in the column contains at least one of the texts in a JSON array. */
export function holdsOneOf(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? `EXISTS (SELECT 1 FROM json_each(${placeholder}) AS part WHERE instr(${column}, part.value) > 0)`
    : `EXISTS (SELECT 1 FROM jsonb_array_elements_text(${placeholder}::jsonb) AS part(value)
        WHERE strpos(${column}, part.value) > 0)`;
}
