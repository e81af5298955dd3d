/** A statement in SQLite's form: `?` placeholders, and for each the index of its value. */
interface PositionalSql {
  readonly text: string;
  readonly order: readonly number[];
}

/** Literals, quoted names and comments are passed over; `$n` elsewhere is a placeholder. */
export const sqlTokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\d+)/g;

/**
 * Statements are written once, with PostgreSQL's `$1` placeholders, and run on both databases.
 * SQLite gets `?` and the values in the order in which the text uses them.
 */
export function toPositionalSql(sql: string): PositionalSql {
  const order: number[] = [];
  const text = sql.replace(sqlTokens, (token, number: string | undefined) => {
    if (number === undefined) return token;
    order.push(Number(number) - 1);
    return '?';
  });
  return { text, order };
}
