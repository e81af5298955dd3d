import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { EventSequencer } from '../src/index.js';
import {
  appendEvents,
  eventLogSchema,
  TypeOrmEventLog,
  TypeOrmEventNews,
  TypeOrmEventSequence,
} from '../src/typeorm/index.js';

const writers = 4;
const perWriter = 40;

/** Each writer begins to write before it commits, and some hold their transactions open, so commits overtake each other. */
async function writeAll(
  database: Database,
  write: (tradeId: string, hold: () => Promise<unknown>) => Promise<unknown>,
) {
  const isParallel = database.dialect === 'postgres';
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; count < perWriter; count++) {
        const hold = () => sleep(isParallel && count % 5 === writer ? 15 : 1);
        await write(`${writer}-${count}`, hold);
      }
    }),
  );
}

const everything = Array.from({ length: writers }, (_, writer) =>
  Array.from({ length: perWriter }, (_unused, count) => `${writer}-${count}`),
).flat();

describeDatabases('parallel commits', [eventLogSchema], (open, dialect) => {
  it('never make a reader miss an event, and keep the order of each writer', async () => {
    const database = await open();
    const others = [
      await openDatabase({ address: database.address, schemas: [eventLogSchema] }),
      await openDatabase({ address: database.address, schemas: [eventLogSchema] }),
    ];
    const sequencers = others.map((other) => {
      const sequence = new TypeOrmEventSequence(other, async () => []);
      return new EventSequencer({ sequence, news: new TypeOrmEventNews(other) });
    });
    for (const sequencer of sequencers) sequencer.start();
    const log = new TypeOrmEventLog(database);
    const read: string[] = [];
    const positions: number[] = [];
    let isWritten = false;
    const following = (async () => {
      let { next } = await log.read({ after: 'oldest', limit: 3 });
      for (let isLast = false; !isLast; ) {
        isLast = isWritten && read.length >= everything.length;
        const page = await log.read({ after: { cursor: next }, limit: 3 });
        read.push(...page.events.map(({ data }) => data['trade_id'] ?? ''));
        positions.push(...page.events.map(({ sequence }) => sequence));
        next = page.next;
        if (page.events.length === 0) await sleep(1);
      }
    })();
    await writeAll(database, (tradeId, hold) =>
      database.transaction(async (transaction) => {
        const happening = { type: 'trade.created', memberCode: 'M1', data: { trade_id: tradeId } } as const;
        await appendEvents(transaction, { happenings: [happening] });
        await hold();
      }),
    );
    isWritten = true;
    await following;
    await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
    await Promise.all(others.map((other) => other.close()));
    expect(read.toSorted()).toEqual(everything.toSorted());
    expect(positions).toEqual(everything.map((_, index) => index + 1));
    for (let writer = 0; writer < writers; writer++) {
      const ofWriter = read.filter((tradeId) => tradeId.startsWith(`${writer}-`));
      expect(ofWriter).toEqual(everything.filter((tradeId) => tradeId.startsWith(`${writer}-`)));
    }
  });

  it('would make a reader of numbers from a sequence miss events, where writers run in parallel', async () => {
    const database = await open();
    const read: string[] = [];
    let last = 0;
    const readOnce = async () => {
      const rows = await database.query<{ id: number; content: string }>(
        'SELECT id, content FROM event_entry WHERE id > $1 ORDER BY id',
        [last],
      );
      read.push(...rows.map(({ content }) => content));
      last = rows.at(-1)?.id ?? last;
    };
    const write = (content: string, hold: () => Promise<unknown>) =>
      database.transaction(async (transaction) => {
        await transaction.execute('INSERT INTO event_entry (at, content) VALUES (1, $1)', [content]);
        await hold();
      });
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = write('slow', () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    const fast = write('fast', async () => undefined);
    if (dialect === 'postgres') {
      await fast;
      await readOnce();
    }
    held.resolve();
    await Promise.all([slow, fast]);
    await readOnce();
    expect(read).toEqual(dialect === 'postgres' ? ['fast'] : ['slow', 'fast']);
  });
});
