import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../src/index.js';
import { noteSchema } from './note-schema.mjs';

describe('units of work and reads that share a commit or a snapshot', () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-test-'));
    database = await openDatabase({
      address: `sqlite:${join(folder, 'test.sqlite')}`,
      schemas: [noteSchema],
      unitsPerCommit: 8,
    });
    await database.migrate();
    await database.execute('UPDATE counter SET value = 0');
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const increase = (fails = false) =>
    database.transaction(async (transaction) => {
      await transaction.execute('UPDATE counter SET value = value + 1 WHERE id = 1');
      if (fails) throw new Error('refused');
      const [row] = await transaction.query<{ value: number }>('SELECT value FROM counter WHERE id = 1');
      return row?.value;
    });
  const synchronous = (durable: boolean) =>
    database.transaction(async (transaction) => (await transaction.query('PRAGMA synchronous'))[0], { durable });
  const counted = async () => (await database.query('SELECT value FROM counter WHERE id = 1'))[0];

  it('see the changes of the units before them, and are committed when they resolve', async () => {
    const values = await Promise.all(Array.from({ length: 20 }, () => increase()));
    expect(values).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await counted()).toEqual({ value: 20 });
  });

  it('lose only their own work when one fails', async () => {
    const results = await Promise.allSettled([increase(), increase(true), increase()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await counted()).toEqual({ value: 2 });
  });

  it('are seen all or not at all by reads of the same turn, and by every later read', async () => {
    const reads = Array.from({ length: 5 }, counted);
    const increased = increase();
    expect(new Set((await Promise.all(reads)).map((row) => JSON.stringify(row))).size).toBe(1);
    await increased;
    expect(await Promise.all([counted(), counted()])).toEqual([{ value: 1 }, { value: 1 }]);
  });

  it('are not affected by a read of the same turn that fails', async () => {
    const results = await Promise.allSettled([counted(), database.query('SELECT json($1)', ['no json']), counted()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await increase()).toBe(1);
  });

  describe('wait for the disk', () => {
    const full = { synchronous: 2 };
    const normal = { synchronous: 1 };

    it.each([
      [[true, false], full],
      [[false, true], full],
      [[false, false, true, false], full],
      [[false, false], normal],
      [[true, true], full],
    ])('all together as soon as one of them must: %j', async (durable, expected) => {
      const seen = await Promise.all(durable.map(synchronous));
      expect(seen).toEqual(durable.map(() => expected));
    });

    it('again after some that need not', async () => {
      expect(await synchronous(false)).toEqual(normal);
      expect(await synchronous(true)).toEqual(full);
      expect(await synchronous(false)).toEqual(normal);
    });
  });

  it('are never more in one commit than the option allows', async () => {
    const begun: number[] = [];
    const commits: number[] = [];
    const unit = async (number: number) => {
      await database.transaction(async () => void begun.push(number));
      if (!commits.includes(begun.length)) commits.push(begun.length);
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => unit(number)));
    expect(commits).toEqual([8, 16, 20]);
  });

  it('are all refused when the transaction itself ends', async () => {
    const end = database.transaction(async (transaction) => {
      await transaction.query('ROLLBACK');
      throw new Error('the disk is full');
    });
    const results = await Promise.allSettled([increase(), increase(), end, increase()]);
    expect(results[2]).toMatchObject({ status: 'rejected', reason: new Error('the disk is full') });
    const committed = results.filter(({ status }) => status === 'fulfilled').length;
    expect(await counted()).toEqual({ value: committed });
    expect(await increase()).toBe(committed + 1);
  });
});
