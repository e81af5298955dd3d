/** What is no query, and needs no right on a table. */
const notQueries =
  /^\s*(?:BEGIN|START|COMMIT|ROLLBACK|SET|LISTEN|UNLISTEN|FETCH|CLOSE|SAVEPOINT|RELEASE|DISCARD|DEALLOCATE|SHOW)\b/i;

/**
 * Gives statements as `pg_stat_statements` keeps them a form that `EXPLAIN (GENERIC_PLAN)` takes. Where that keeps a number for a
 * value in a place that only a value can have, some value comes; what a trigger or function knows becomes null; and a copy becomes its query.
 */
export function explainable(statement: string): readonly string[] {
  if (notQueries.test(statement)) return [];
  // What counts a number up is run, and not explained.
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
