import { describe, expect, it } from '@jest/globals';
import { toPositionalSql } from './positional-sql.js';

describe('toPositionalSql', () => {
  it.each([
    ['no placeholder', 'SELECT 1', 'SELECT 1', []],
    ['one', 'SELECT $1', 'SELECT ?', [0]],
    ['another order', 'SELECT $2, $1', 'SELECT ?, ?', [1, 0]],
    ['a repeated one', 'SELECT $1, $1', 'SELECT ?, ?', [0, 0]],
    ['more than nine', 'SELECT $10', 'SELECT ?', [9]],
    ['in a literal', "SELECT '$1 isn''t', $1", "SELECT '$1 isn''t', ?", [0]],
    ['in a quoted name', 'SELECT "a$1""b", $1', 'SELECT "a$1""b", ?', [0]],
    [
      'in a comparison',
      'SELECT a FROM b WHERE c >= $2 AND d = $1',
      'SELECT a FROM b WHERE c >= (SELECT ?) AND d = (SELECT ?)',
      [1, 0],
    ],
    ['in a comparison of a plain change', 'UPDATE a SET b = $1 WHERE c = $2', 'UPDATE a SET b = ? WHERE c = ?', [0, 1]],
    ['in a comment', 'SELECT $1 -- not $2\n, $2', 'SELECT ? -- not $2\n, ?', [0, 1]],
    ['in a block comment', 'SELECT /* $2 */ $1', 'SELECT /* $2 */ ?', [0]],
  ])('handles %s', (_, sql, text, order) => {
    expect(toPositionalSql(sql)).toEqual({ text, order });
  });
});
