import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type Database,
  ensureMigrated,
  openDatabase,
  type Schema,
  type Transaction,
  withDatabase,
} from '../src/index.js';
import { describeDatabases } from '../src/testing/index.js';
import { laterSchema, noteSchema } from './note-schema.mjs';
import { shopSchema } from './shop-schema.js';

const insertNote = 'INSERT INTO note (id, text) VALUES ($1, $2)';

/** What the drivers say after the end. */
const closed = /not (open|connected|initialized)|closed|after calling end/i;

const increment = 'UPDATE counter SET value = value + 1 WHERE id = $1';

async function setByManager(transaction: Transaction, value: number): Promise<void> {
  const { manager } = transaction;
  await manager.query(`UPDATE counter SET value = ${value} WHERE id = 1`);
}

async function texts(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query<{ text: string }>('SELECT text FROM note ORDER BY id');
  return rows.map(({ text }) => text);
}

describeDatabases('database', [noteSchema], (open, dialect) => {
  describe('statements', () => {
    it('carry all kinds of values there and back', async () => {
      const database = await open();
      const note = { id: 1_763_700_000_000, text: '漢字 “$1”', at: null, body: Buffer.from([0, 255, 10, 39]) };
      await database.execute('INSERT INTO note (body, at, text, id) VALUES ($4, $3, $2, $1)', Object.values(note));
      expect(await database.query('SELECT * FROM note WHERE id = $1', [note.id])).toEqual([note]);
    });

    it('return the rows of a write with RETURNING', async () => {
      const database = await open();
      expect(await database.query(`${insertNote} RETURNING id, text`, [1, 'a'])).toEqual([{ id: 1, text: 'a' }]);
      expect(await texts(database)).toEqual(['a']);
    });

    it('count the rows that they changed', async () => {
      const database = await open();
      expect(await database.execute('UPDATE counter SET value = value + 1')).toBe(2);
      expect(await database.execute('UPDATE counter SET value = 0 WHERE id = $1', [9])).toBe(0);
    });

    it('count the rows of a write that returns them', async () => {
      const database = await open();
      expect(await database.execute('UPDATE counter SET value = 3 RETURNING id')).toBe(2);
    });

    it('take a value twice, and values in another order', async () => {
      const database = await open();
      const [row] = await database.query('SELECT $2 || $1 || $2 AS joined', ['a', 'b']);
      expect(row).toEqual({ joined: 'bab' });
      const [own] = await database.transaction((transaction) =>
        transaction.query('SELECT $2 || $1 || $2 AS joined', ['a', 'b']),
      );
      expect(own).toEqual(row);
    });

    it('reject with the error of the database', async () => {
      const database = await open();
      await expect(database.query('SELECT * FROM nothing')).rejects.toThrow(/nothing/);
      await expect(database.execute('INSERT INTO counter (id, value) VALUES (1, 0)')).rejects.toThrow(/unique/i);
    });
  });

  describe('transaction', () => {
    it('commits when its work resolves, and returns the result of the work', async () => {
      const database = await open();
      const answer = await database.transaction(async (transaction) => {
        await transaction.execute(insertNote, [1, 'a']);
        return texts(transaction);
      });
      expect(answer).toEqual(['a']);
      expect(await texts(database)).toEqual(['a']);
    });

    it('rolls back when its work rejects, and goes on with the next', async () => {
      const database = await open();
      const failing = database.transaction(async (transaction) => {
        await transaction.execute(insertNote, [1, 'a']);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      await database.transaction((transaction) => transaction.execute(insertNote, [2, 'b']));
      expect(await texts(database)).toEqual(['b']);
    });

    it('is not visible outside before it commits', async () => {
      const database = await open();
      await database.transaction(async (transaction) => {
        await transaction.execute(insertNote, [1, 'a']);
        expect(await texts(transaction)).toEqual(['a']);
        expect(await texts(database)).toEqual([]);
      });
    });

    it('is counted in the use of the database, as are the ones that wait for it', async () => {
      const database = await open();
      expect(database.use).toMatchObject({ busy: 0, waiting: 0 });
      const { most } = database.use;
      const hold = Promise.withResolvers<void>();
      const held = Array.from({ length: most + 2 }, () => database.transaction(() => hold.promise));
      while (database.use.busy < most || database.use.waiting < 2) await sleep(5);
      expect(database.use).toEqual({ busy: most, waiting: 2, most });
      hold.resolve();
      await Promise.all(held);
      while (database.use.busy > 0) await sleep(5);
      expect(database.use).toEqual({ busy: 0, waiting: 0, most });
    });

    it('waits for the disk unless an option says that it need not', async () => {
      const database = await open();
      const asked = {
        sqlite: 'PRAGMA synchronous',
        postgres: "SELECT setting, source FROM pg_settings WHERE name = 'synchronous_commit'",
      };
      const durability = (transaction: Transaction) => transaction.query(asked[dialect]);
      const waiting = await database.transaction(durability);
      const hurrying = { sqlite: { synchronous: 1 }, postgres: { setting: 'off', source: 'session' } };
      expect(await database.transaction(durability, { durable: false })).toEqual([hurrying[dialect]]);
      expect(waiting).not.toEqual([hurrying[dialect]]);
      expect(await database.transaction(durability)).toEqual(waiting);
    });

    it('has a manager of TypeORM that works in it', async () => {
      const database = await open();
      const values = () => database.query('SELECT value FROM counter WHERE id = 1');
      const failing = database.transaction(async (transaction) => {
        await setByManager(transaction, 7);
        expect(await values()).toEqual([{ value: 0 }]);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await values()).toEqual([{ value: 0 }]);
      await database.transaction((transaction) => setByManager(transaction, 8));
      expect(await values()).toEqual([{ value: 8 }]);
    });

    it('loses no update of fifty at once', async () => {
      const database = await open();
      const incrementSlowly = () =>
        database.transaction(async (transaction) => {
          const lock = dialect === 'postgres' ? ' FOR UPDATE' : '';
          const [row] = await transaction.query<{ value: number }>(`SELECT value FROM counter WHERE id = 1${lock}`);
          await sleep(1);
          await transaction.execute('UPDATE counter SET value = $1 WHERE id = 1', [(row?.value ?? Number.NaN) + 1]);
        });
      await Promise.all(Array.from({ length: 50 }, incrementSlowly));
      expect(await database.query('SELECT value FROM counter WHERE id = 1')).toEqual([{ value: 50 }]);
    });

    it('succeeds even if two take the same rows in opposite order', async () => {
      const database = await open();
      let attempts = 0;
      const bothHold = Promise.withResolvers<void>();
      const touch = (first: number, second: number) =>
        database.transaction(async (transaction) => {
          // A repeat could take its first row again before the other transaction wakes up. Then both would wait once
          // more.
          if (attempts === 2) await Promise.race(touches);
          await transaction.execute(increment, [first]);
          attempts++;
          // On SQLite, the second transaction begins only after the first has ended. On PostgreSQL, each of the two transactions
          // now waits for a lock that the other holds.
          if (dialect === 'sqlite' || attempts === 2) bothHold.resolve();
          await bothHold.promise;
          await transaction.execute(increment, [second]);
        });
      const touches = [touch(1, 2), touch(2, 1)];
      await Promise.all(touches);
      expect(attempts).toBe(dialect === 'postgres' ? 3 : 2);
      expect(await database.query('SELECT value FROM counter')).toEqual([{ value: 2 }, { value: 2 }]);
    });

    it('shares the database with a second connection', async () => {
      const database = await open();
      const second = await openDatabase({ address: database.address, schemas: [noteSchema] });
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? database : second).transaction((transaction) => transaction.execute(increment, [1])),
        ),
      );
      await second.close();
      expect(await database.query('SELECT value FROM counter WHERE id = 1')).toEqual([{ value: 40 }]);
    });
  });

  describe('migrations', () => {
    it('run once, whichever of several processes comes first', async () => {
      const { address } = await emptyTwin(await open(), dialect);
      const processes = Array.from({ length: 3 }, () => startProcess('migrate-process.mjs', [address]));
      await Promise.all(processes.map(({ firstLine }) => firstLine));
      for (const { child } of processes) child.stdin.write('go\n');
      const outputs = await Promise.all(processes.map(({ output }) => output));
      const ran = outputs.map((output) => JSON.parse(output.split('\n')[1] ?? '') as string[]);
      expect(ran.filter((names) => names.length > 0)).toEqual([
        ['CreateNotes1700000000000', 'AddCounter1700000000001'],
      ]);
    });

    it('are listed until they have run', async () => {
      const { address } = await emptyTwin(await open(), dialect);
      const database = await openDatabase({ address, schemas: [noteSchema] });
      expect(await database.pendingMigrations()).toEqual(['CreateNotes1700000000000', 'AddCounter1700000000001']);
      await database.migrate();
      expect(await database.pendingMigrations()).toEqual([]);
      expect(await database.migrate()).toEqual([]);
      await database.close();
    });

    it('are only checked where nothing may be changed, and newer ones are accepted', async () => {
      const { address } = await emptyTwin(await open(), dialect);
      const database = await openDatabase({ address, schemas: [noteSchema] });
      const missing = ['CreateNotes1700000000000', 'AddCounter1700000000001'];
      await expect(ensureMigrated(database, 'note', { migrate: false })).rejects.toMatchObject({
        message: `The note database lacks ${missing.join(', ')}; "tpctl migrate" brings it up to date`,
        code: 'migrations-missing',
        missing,
      });
      expect(await database.pendingMigrations()).toEqual(missing);
      const later = await openDatabase({ address, schemas: [laterSchema] });
      await ensureMigrated(later, 'note');
      await ensureMigrated(database, 'note', { migrate: false });
      await Promise.all([later.close(), database.close()]);
    });

    it('are refused if tables exist that none of them has made, and nothing is changed', async () => {
      class MakeNotes1600000000000 implements MigrationInterface {
        readonly name = 'MakeNotes1600000000000';

        async up(runner: QueryRunner): Promise<void> {
          await runner.query('CREATE TABLE article (id BIGINT)');
        }

        async down(): Promise<void> {
          throw new Error('Migrations only go forward');
        }
      }
      const { address } = await emptyTwin(await open(), dialect);
      const formerSchema = { entities: [], migrations: [MakeNotes1600000000000] };
      const shared = [formerSchema, shopSchema, noteSchema];
      const database = await openDatabase({ address, schemas: shared });
      const former = await openDatabase({ address, schemas: [formerSchema] });
      await former.migrate();
      const executed = () => former.query('SELECT name FROM schema_migration');
      const refusal = {
        message:
          'The table article was made by a working copy from before the first release; give an empty database instead, and load the data again',
        code: 'unreleased-tables',
        table: 'article',
      };
      await expect(database.pendingMigrations()).rejects.toMatchObject(refusal);
      await expect(ensureMigrated(database, 'note', { migrate: false })).rejects.toMatchObject(refusal);
      await expect(ensureMigrated(database, 'note')).rejects.toMatchObject(refusal);
      expect(await executed()).toEqual([{ name: 'MakeNotes1600000000000' }]);
      const noted = await openDatabase({ address, schemas: [noteSchema] });
      await noted.migrate();
      expect(await executed()).toHaveLength(3);
      await Promise.all([database.close(), former.close(), noted.close()]);
    });

    it.each([
      ['the first start', false],
      ['an upgrade', true],
    ])('leave nothing behind when the process is killed in the middle of %s, and run again', async (_, upgrade) => {
      const { address } = await emptyTwin(await open(), dialect);
      const database = await openDatabase({ address, schemas: [laterSchema] });
      if (upgrade) {
        const before = await openDatabase({ address, schemas: [noteSchema] });
        await before.migrate();
        await before.close();
      }
      const pending = await database.pendingMigrations();
      const killed = await startMigrating(address);
      expect(await database.pendingMigrations()).toEqual(pending);
      await expect(database.query('SELECT * FROM label')).rejects.toThrow(/label/);
      killed.child.kill('SIGKILL');
      await killed.output;
      expect(await database.pendingMigrations()).toEqual(pending);
      expect(await database.migrate()).toEqual(pending);
      expect(await database.query('SELECT value FROM counter')).toEqual([{ value: 1 }, { value: 1 }]);
      expect(await database.query('SELECT id FROM label')).toEqual([{ id: 1 }]);
      await database.close();
    });

    it('wait for another process in the middle of them, and take over when it is killed', async () => {
      const { address } = await emptyTwin(await open(), dialect);
      const killed = await startMigrating(address);
      const rival = startProcess('migrate-process.mjs', [address, '--later']);
      await rival.firstLine;
      rival.child.stdin.write('go\n');
      await sleep(300);
      expect(rival.child.exitCode).toBeNull();
      killed.child.kill('SIGKILL');
      expect(JSON.parse((await rival.output).split('\n')[1] ?? '')).toHaveLength(3);
    });

    it('leave nothing behind when one fails', async () => {
      class Broken1700000000002 implements MigrationInterface {
        readonly name = 'Broken1700000000002';

        async up(runner: QueryRunner): Promise<void> {
          await runner.query('CREATE TABLE half (id BIGINT)');
          await runner.query('INSERT INTO nowhere (id) VALUES (1)');
        }

        async down(): Promise<void> {
          throw new Error('Migrations only go forward');
        }
      }
      const broken: Schema = {
        entities: [],
        migrations: { sqlite: [Broken1700000000002], postgres: [Broken1700000000002] },
      };
      const { address } = await open();
      const database = await openDatabase({ address, schemas: [noteSchema, broken] });
      await expect(database.migrate()).rejects.toThrow(/nowhere/);
      await expect(database.query('SELECT * FROM half')).rejects.toThrow(/half/);
      expect(await database.pendingMigrations()).toEqual(['Broken1700000000002']);
      await database.close();
    });
  });

  describe('close', () => {
    it('comes after the work of `withDatabase`, even if the work fails', async () => {
      const { address } = await open();
      let used: Database | undefined;
      const failing = withDatabase({ address, schemas: [noteSchema] }, async (database) => {
        used = database;
        await database.query('SELECT 1');
        throw new Error('the work fails');
      });
      await expect(failing).rejects.toThrow('the work fails');
      await expect(used?.query('SELECT 1')).rejects.toThrow(closed);
    });

    it('may be called twice, and after it every call fails', async () => {
      const database = await open();
      await database.ping();
      await database.close();
      await database.close();
      await expect(database.ping()).rejects.toThrow(closed);
    });
  });
});

interface StartedProcess {
  readonly child: ReturnType<typeof spawn> & { readonly stdin: NodeJS.WritableStream };
  readonly firstLine: Promise<unknown>;
  readonly output: Promise<string>;
  printed(): string;
}

async function untilPrinted(started: StartedProcess, text: string): Promise<void> {
  while (!started.printed().includes(text)) {
    if (started.child.exitCode !== null) throw new Error(`It ended before it said "${text}": ${started.printed()}`);
    await sleep(10);
  }
}

function startProcess(script: string, args: readonly string[]): StartedProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return {
    child,
    firstLine: once(child.stdout, 'data'),
    output: once(child, 'close').then(() => output),
    printed: () => output,
  };
}

/** Makes a database of the same kind without tables. */
async function emptyTwin(database: Database & { address: string }, dialect: string): Promise<{ address: string }> {
  if (dialect === 'sqlite') return { address: `${database.address}.empty` };
  await database.execute('DROP SCHEMA public CASCADE');
  await database.execute('CREATE SCHEMA public');
  return database;
}

/** Starts a process that migrates, and that stops in the middle of a migration. */
async function startMigrating(address: string): Promise<StartedProcess> {
  const started = startProcess('migrate-process.mjs', [address, '--later', '--stop-in-the-middle']);
  await started.firstLine;
  started.child.stdin.write('go\n');
  await untilPrinted(started, 'in the middle');
  return started;
}
