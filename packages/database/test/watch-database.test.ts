import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { type Database, type WatchedStatement, watchDatabase } from '../src/index.js';
import { describeDatabases } from '../src/testing/index.js';
import { noteSchema } from './note-schema.mjs';

/** On PostgreSQL, this statement runs before the first unit of work on each connection. */
const onceForEachConnection = 'START TRANSACTION';
const insertNote = 'INSERT INTO note (id, text) VALUES ($1, $2)';

/** Makes a watch that collects each ended statement, together with the caller for which the statement ran. */
function noting() {
  const callers = new AsyncLocalStorage<string>();
  const ended: { readonly sql: string; readonly caller: string | undefined; readonly failed: boolean }[] = [];
  const begun: WatchedStatement[] = [];
  const watch = {
    opened: () => undefined,
    statement: (statement: WatchedStatement) => {
      begun.push(statement);
      const caller = callers.getStore();
      return (error?: unknown) => {
        if (statement.sql !== onceForEachConnection)
          ended.push({ sql: statement.sql, caller, failed: error !== undefined });
      };
    },
  };
  return { watch, ended, begun, callers };
}

describeDatabases('a watched database', [noteSchema], (open, dialect) => {
  it('is the database itself if nobody watches statements', async () => {
    const database = await open();
    const opened: [string, unknown][] = [];
    const watch = { opened: (...told: [string, Pick<Database, 'use'>]) => void opened.push(told) };
    expect(watchDatabase(database, 'notes', watch)).toBe(database);
    expect(watchDatabase(database, 'notes', undefined)).toBe(database);
    expect(opened).toEqual([['notes', database]]);
  });

  describe('tells of', () => {
    it('statements and transactions, and whether they failed', async () => {
      const { watch, ended, begun } = noting();
      const database = watchDatabase(await open(), 'notes', watch);
      await database.execute(insertNote, [1, 'a']);
      await database.transaction(async (transaction) => {
        expect(await transaction.query('SELECT text FROM note')).toEqual([{ text: 'a' }]);
        await transaction.execute(insertNote, [2, 'b']);
      });
      await expect(database.query('SELECT * FROM nothing')).rejects.toThrow(/nothing/);
      expect(ended.map(({ sql, failed }) => [sql, failed])).toEqual([
        [insertNote, false],
        ['SELECT text FROM note', false],
        [insertNote, false],
        ['TRANSACTION', false],
        ['SELECT * FROM nothing', true],
      ]);
      expect(begun[0]).toEqual({ database: 'notes', dialect, sql: insertNote });
    });

    it('statements of TypeORM, in transactions as well', async () => {
      const { watch, ended } = noting();
      const database = watchDatabase(await open(), 'notes', watch);
      await database.manager.query('SELECT id FROM note');
      await database.transaction(({ manager }) => manager.query('UPDATE counter SET value = 2 WHERE id = 1'));
      await expect(database.manager.query('SELECT * FROM nothing')).rejects.toThrow(/nothing/);
      expect(ended.map(({ sql, failed }) => [sql, failed])).toEqual([
        ['SELECT id FROM note', false],
        ['UPDATE counter SET value = 2 WHERE id = 1', false],
        ['TRANSACTION', false],
        ['SELECT * FROM nothing', true],
      ]);
    });

    it('rows that are streamed, once they are all read or left', async () => {
      const { watch, ended } = noting();
      const database = watchDatabase(await open(), 'notes', watch);
      expect(database.readBinary === undefined).toBe(dialect === 'sqlite');
      if (database.readBinary === undefined) return;
      const sql = 'SELECT id FROM note';
      for await (const rows of database.readBinary(sql)) expect(rows).toEqual([]);
      await database.transaction(async (transaction) => {
        for await (const rows of transaction.readBinary!('SELECT 1')) expect(rows).toHaveLength(1);
      });
      expect(ended.map((each) => each.sql)).toEqual([sql, 'SELECT 1', 'TRANSACTION']);
    });
  });

  it('runs each unit of work in the context of its own caller, whatever runs before it', async () => {
    const { watch, ended, callers } = noting();
    const database = watchDatabase(await open(), 'notes', watch);
    const names = Array.from({ length: 20 }, (_, n) => `caller ${n}`);
    await Promise.all(
      names.map((name, n) =>
        callers.run(name, () => database.transaction((transaction) => transaction.execute(insertNote, [n, name]))),
      ),
    );
    const inserts = ended.filter(({ sql }) => sql === insertNote);
    expect(new Set(inserts.map(({ caller }) => caller))).toEqual(new Set(names));
    expect(inserts).toHaveLength(names.length);
    expect(
      (await database.query<{ text: string }>('SELECT text FROM note ORDER BY id')).map(({ text }) => text),
    ).toEqual(names);
  });
});
