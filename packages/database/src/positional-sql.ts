/** A statement in the form of SQLite: with `?` as placeholders, and with the index of the value for each placeholder. */
interface PositionalSql {
  readonly text: string;
  readonly order: readonly number[];
}

/** Matches literals, quoted names and comments, so that `$n` is treated as a placeholder only outside of them. */
export const sqlTokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\d+)/g;

const comparison = /[=<>]\s*$/;

/**
 * Statements are written only once, with PostgreSQL's placeholders `$1`, and run on both kinds of database. SQLite gets `?` as
 * placeholders, and the values in the order in which the text uses them.
 *
 * If a value can influence the query plan, above all the plan of a join, SQLite prepares the statement again for each value.
 * Preparing a statement takes ten times as long as running it. The result of a subquery does not influence the plan.
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
