/** These statements are not queries and need no right on a table. */
const notQueries =
  /^\s*(?:BEGIN|START|COMMIT|ROLLBACK|SET|LISTEN|UNLISTEN|FETCH|CLOSE|SAVEPOINT|RELEASE|DISCARD|DEALLOCATE|SHOW)\b/i;

/**
 * Converts a statement from `pg_stat_statements` to a form that `EXPLAIN (GENERIC_PLAN)` accepts. If only a literal is
 * allowed, a parameter is replaced by a literal. A value that exists only in a trigger or function is replaced by NULL.
 * A `COPY` statement is replaced by the query inside it.
 */
export function explainable(statement: string): readonly string[] {
  if (notQueries.test(statement)) return [];
  // Statements that advance a sequence are run, not explained.
  return /\bnextval\(/.test(statement) ? [`SELECT nextval('batch_number')`] : [asQuery(statement)];
}

function asQuery(statement: string): string {
  return statement
    .replace(
      /^(?:COPY|DECLARE)\b[^(]*?(?:\(([^]*)\) TO STDOUT[^]*|CURSOR FOR ([^]*))$/i,
      (_, copied?: string, read?: string) => copied ?? read ?? '',
    )
    .replace(/\binterval \$\d+/gi, `interval '1 second'`)
    .replace(/\bextract\(\s*\$\d+ from/gi, 'extract(epoch from')
    .replace(/\b(?:NEW|OLD)\.\w+|\$\d+\.(?:member_code|client_id|state|id|stored_bytes)\b/g, 'NULL')
    .replace(/\(CASE NULL WHEN \$\d+ THEN \$\d+ ELSE \$\d+ END\)/g, '0')
    .replace(/(\bCASE WHEN waiting\b[^]*?THEN) \$\d+ ELSE \$\d+ END/g, '$1 0 ELSE 0 END')
    .replace(/\bFROM added\b/g, 'FROM batch')
    .replace(/\boptions->>/g, `'{}'::jsonb->>`)
    .replace(/\b(?:queue_name|tablename)\b(?=,)/g, 'NULL');
}
