import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BinaryRow, type Database, openDatabase } from '../src/index.js';
import { testPostgresUrl } from '../src/testing/test-server.js';

describe('binary rows of PostgreSQL', () => {
  let database: Database;
  beforeEach(async () => {
    // The pool has only one connection, so that a read that leaves the connection in a wrong state would block the next read.
    database = await openDatabase({ address: await testPostgresUrl(), schemas: [], poolSize: 1 });
  });
  afterEach(() => database.close());

  const rowsOf = async (sql: string, values: readonly (string | number | null | Uint8Array)[] = []) => {
    const rows: BinaryRow[] = [];
    for await (const chunk of database.readBinary!(sql, values)) rows.push(...chunk);
    return rows;
  };

  it('come as they are, in order, however long they are', async () => {
    const rows = await rowsOf(
      `SELECT n, convert_to(repeat('文', n * n), 'UTF8') AS body FROM generate_series(0, 300) AS n ORDER BY n`,
    );
    expect(rows).toHaveLength(301);
    for (const [n, [number, body]] of rows.entries()) {
      expect(number?.readInt32BE()).toBe(n);
      expect(body?.toString() === '文'.repeat(n * n)).toBe(true);
    }
  });

  it('distinguish absent values from empty ones', async () => {
    expect(await rowsOf(`SELECT CAST(NULL AS BYTEA), CAST('' AS BYTEA), 'x' WHERE true`)).toEqual([
      [null, Buffer.alloc(0), Buffer.from('x')],
    ]);
  });

  it('may be none', async () => {
    expect(await rowsOf('SELECT 1 WHERE false')).toEqual([]);
  });

  it.each([["it's"], [String.raw`\'; SELECT 1; --`], [String.raw`back\\slash`], ['$1 $2 文 "'], ['']])(
    'take the value %p as it is',
    async (text) => {
      expect(
        await rowsOf('SELECT CAST($1 AS TEXT), $2::int, $3::bytea, $4::text', [text, -7, Buffer.of(0, 255), null]),
      ).toEqual([[Buffer.from(text), Buffer.of(255, 255, 255, 249), Buffer.of(0, 255), null]]);
    },
  );

  it('free the connection when the reader stops early', async () => {
    for await (const rows of database.readBinary!("SELECT n, repeat('x', 1000) FROM generate_series(1, 20000) AS n")) {
      expect(rows[0]?.[0]?.readInt32BE()).toBe(1);
      break;
    }
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reject when the statement fails in the middle, and free the connection', async () => {
    await expect(
      rowsOf("SELECT 1000 / (1500 - n), repeat('x', 1000) FROM generate_series(1, 2000) AS n"),
    ).rejects.toThrow(/division by zero/);
    await expect(rowsOf('SELECT nothing')).rejects.toThrow(/does not exist/);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('belong to the transaction that reads them', async () => {
    await database.transaction(async (transaction) => {
      await transaction.execute('CREATE TEMPORARY TABLE seen ON COMMIT DROP AS SELECT 5 AS five');
      const rows: BinaryRow[] = [];
      for await (const chunk of transaction.readBinary!('SELECT five FROM seen')) rows.push(...chunk);
      expect(rows).toEqual([[Buffer.of(0, 0, 0, 5)]]);
    });
  });

  it('need a value for each placeholder', async () => {
    await expect(rowsOf('SELECT $2', [1])).rejects.toThrow('There is no value for $2');
  });
});
