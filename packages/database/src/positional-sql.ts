/** A statement in SQLite's form: `?` placeholders, and for each the index of its value. */
interface PositionalSql {
  readonly text: string;
  readonly order: readonly number[];
}

/** Skips literals, quoted names and comments; `$n` elsewhere is a placeholder. */
export const sqlTokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\d+)/g;

const comparison = /[=<>]\s*$/;

/**
 * Statements are written once, with PostgreSQL's `$1` placeholders, and run on both databases.
 * SQLite gets `?` and the values in the order in which the text uses them.
 *
 * If a value can influence the plan, of a join above all, SQLite prepares the statement again for each value, which takes ten times
 * as long as running it. The answer of a subquery does not influence the plan.
 */
export function toPositionalSql(sql: string): PositionalSql {
  const order: number[] = [];
  const selects = /\bSELECT\b/i.test(sql);
  const text = sql.replace(sqlTokens, (token, number: string | undefined, offset: number) => {
    if (number === undefined) return token;
    order.push(Number(number) - 1);
    return selects && comparison.test(sql.slice(0, offset)) ? '(SELECT ?)' : '?';
  });
  return { text, order };
}
