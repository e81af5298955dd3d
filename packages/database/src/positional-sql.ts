/** A statement in SQLite's form: `?` placeholders, and for each the index of its value. */
interface PositionalSql {
  readonly text: string;
  readonly order: readonly number[];
}

const known = new Map<string, PositionalSql>();
const longestKnown = 1_000;

/** Literals, quoted names and comments are passed over; `$n` elsewhere is a placeholder. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\d+)/g;

/**
 * Statements are written once, with PostgreSQL's `$1` placeholders, and run on both databases.
 * SQLite gets `?` and the values in the order in which the text uses them.
 */
export function toPositionalSql(sql: string): PositionalSql {
  const hit = known.get(sql);
  if (hit !== undefined) return hit;
  const order: number[] = [];
  const text = sql.replace(tokens, (token, number: string | undefined) => {
    if (number === undefined) return token;
    order.push(Number(number) - 1);
    return '?';
  });
  const positional = { text, order };
  if (known.size < longestKnown) known.set(sql, positional);
  return positional;
}
