import pg from 'pg';
import type { SqlValue } from './database.js';
import { sqlTokens } from './positional-sql.js';

/** Replaces `$1`, `$2`, … in a statement by the values, for statements that cannot have parameters in PostgreSQL. */
export function toLiteralSql(sql: string, values: readonly SqlValue[]): string {
  return sql.replace(sqlTokens, (token, number: string | undefined) => {
    if (number === undefined) return token;
    const value = values[Number(number) - 1];
    if (value === undefined) throw new RangeError(`There is no value for ${token}`);
    return literal(value);
  });
}

/** A value is quoted and has no type, like a parameter, so the statement determines its type. */
function literal(value: SqlValue): string {
  if (value === null) return 'NULL';
  return pg.escapeLiteral(value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value));
}
