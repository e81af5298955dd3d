/** Only this much of a statement is read. */
const lengthAtMost = 2_000;
const literals = /'(?:[^']|'')*(?:'|$)/g;
const firstWord = /^\W*([a-z]+)/i;
const firstTable = /\b(?:from|into|update|table)\s+"?([a-z_]\w{0,62})/i;

/** The operation of a statement and its first table, without any values. */
export interface StatementSummary {
  readonly operation: string;
  readonly table: string | undefined;
}

/** @example statementSummary('SELECT id FROM batch WHERE member_code = $1') // { operation: 'SELECT', table: 'batch' } */
export function statementSummary(sql: string): StatementSummary {
  const text = sql.slice(0, lengthAtMost).replaceAll(literals, "''");
  const [, operation = 'OTHER'] = firstWord.exec(text) ?? [];
  const [, table] = firstTable.exec(text) ?? [];
  return { operation: operation.toUpperCase(), table };
}
