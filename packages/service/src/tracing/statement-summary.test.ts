import { describe, expect, it } from '@jest/globals';
import { statementSummary } from './statement-summary.js';

describe('the summary of a statement', () => {
  it.each([
    ['SELECT id FROM batch WHERE member_code = $1', 'SELECT', 'batch'],
    ['  insert into "auth_client" ("id") values ($1)', 'INSERT', 'auth_client'],
    ['UPDATE batch SET state = $1', 'UPDATE', 'batch'],
    ['DELETE FROM batch_key WHERE batch_id = $1', 'DELETE', 'batch_key'],
    ['WITH due AS (SELECT id FROM slip) SELECT * FROM due', 'WITH', 'slip'],
    ['SELECT id FROM (SELECT id FROM trade) newest', 'SELECT', 'trade'],
    ['TRANSACTION', 'TRANSACTION', undefined],
    ["COPY (SELECT body FROM trade WHERE code = '10000001') TO STDOUT (FORMAT binary)", 'COPY', 'trade'],
    ["SELECT 'letter from tanaka', 'it''s from yamada' FROM note", 'SELECT', 'note'],
    ["SELECT 'never closed FROM tanaka", 'SELECT', undefined],
    [`SELECT ${'x, '.repeat(1_000)} y FROM far`, 'SELECT', undefined],
    ['', 'OTHER', undefined],
  ])('%s', (sql, operation, table) => {
    expect(statementSummary(sql)).toEqual({ operation, table });
  });
});
