import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { describeDatabases, describeSchema, type TestDatabase } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import type { Happening } from '@trading-platform/event-log';
import { eventLogSchema } from '@trading-platform/event-log/typeorm';
import { eventPushSchema } from '../src/typeorm/index.js';
import { owner, pushWorld, slip } from './push-world.js';
import { type Behaviour, type Receiver, startReceiver, verify } from './receivers.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('The condition was not met in time');
    await sleep(10);
  }
}

function endedBatch(clientId: string): Happening {
  return { type: 'batch.ended', memberCode: owner.memberCode, clientId, data: { batch_id: clientId } };
}

describeSchema('event push', eventPushSchema, { event_endpoint: { disabledReason: 'untested' } });

describeDatabases('pushed events', [eventLogSchema, eventPushSchema], (open) => {
  const closing: (() => Promise<void>)[] = [];

  /** Ends everything before the database is closed. */
  function scene<Args extends readonly unknown[]>(play: (...args: Args) => Promise<void>) {
    return async (...args: Args) => {
      try {
        await play(...args);
      } finally {
        for (const close of closing.splice(0)) await close();
      }
    };
  }

  async function world() {
    const database: TestDatabase = await open();
    const made = pushWorld(database);
    closing.unshift(() => made.end());
    return { ...made, database };
  }

  async function receiver(behaviour?: Behaviour): Promise<Receiver> {
    const made = await startReceiver(behaviour);
    closing.push(() => made.close());
    return made;
  }

  it(
    'are among the durable repeats, because the process does not read them from the log again',
    scene(async () => {
      const { addEndpoint, makePusher, happen, store, database } = await world();
      const its = await receiver(() => 500);
      await addEndpoint(its.url);
      const transactions = jest.spyOn(database, 'transaction');
      makePusher().start();
      await happen(slip('1'));
      await until(async () => (await store.countRepeats()) === 1);
      expect(transactions.mock.calls.map(([, options]) => options)).toContainEqual({ durable: true });
      expect(transactions.mock.calls.map(([, options]) => options)).toContainEqual({ durable: false });
    }),
  );

  it(
    'arrive signed, once each, with the body of the log',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints, log } = await world();
      const its = await receiver();
      const { endpointId, secret } = await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'), slip('2'));
      await happen(slip('3'));
      await its.has(3);
      const { events } = await log.read({ after: 'oldest', limit: 10 });
      const bodies = its.received.map((received) => verify(received, secret));
      expect(new Set(its.received.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
      expect(bodies).toContainEqual(
        expect.objectContaining({ sequence: '3', member_code: 'M1', data: { trade_id: '3' } }),
      );
      await until(async () => (await endpoints.attempts(owner, endpointId, { limit: 10 })).attempts.length === 3);
      const { attempts } = await endpoints.attempts(owner, endpointId, { limit: 2 });
      expect(attempts).toHaveLength(2);
      expect(attempts[0]).toMatchObject({ status: 204, error: '', nextAt: null, eventType: 'trade.created' });
    }),
  );

  it(
    'are only events that the endpoint wants and its client may see',
    scene(async () => {
      const { addEndpoint, makePusher, happen } = await world();
      const its = await receiver();
      await addEndpoint(its.url, { types: ['trade.*', 'batch.ended'], memberCodes: ['M1', 'M2', 'M3'] });
      makePusher().start();
      await happen(
        slip('own'),
        slip('visible', 'M2'),
        slip('invisible', 'M3'),
        slip('unnamed', 'M4'),
        { type: 'master.changed', memberCode: 'M1', data: {} },
        endedBatch('other'),
        endedBatch('client'),
        slip('last'),
      );
      await its.has(4);
      const told = its.received.map(({ event }) => Object.values(event.data)[0]);
      expect(new Set(told)).toEqual(new Set(['client', 'last', 'own', 'visible']));
    }),
  );

  it(
    'end when a right ends, and go on from there when the right is back',
    scene(async () => {
      const { addEndpoint, makePusher, happen, authority } = await world();
      const its = await receiver();
      await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('before'));
      await its.has(1);
      for (const present of [undefined, 'unknown', { rights: ['trade'], memberWide: false }] as const) {
        authority.present = present;
        await sleep(1_100);
        await happen(slip('meanwhile'));
        await sleep(300);
        expect(its.received).toHaveLength(1);
      }
      authority.present = { rights, memberWide: false };
      await its.has(4);
      expect(its.received.map(({ event }) => Object.values(event.data)[0]).slice(1)).toEqual(
        Array(3).fill('meanwhile'),
      );
    }),
  );

  it(
    'are not repeated once their member can no longer be seen',
    scene(async () => {
      const { addEndpoint, makePusher, happen, clock, visible, store } = await world();
      const its = await receiver(() => 500);
      await addEndpoint(its.url, { memberCodes: ['M1', 'M2'] });
      makePusher().start();
      await happen(slip('own'), slip('other', 'M2'));
      await until(async () => (await store.countRepeats()) === 2);
      visible.clear();
      await sleep(2_500);
      const before = its.received.length;
      its.behave(() => 204);
      clock.ahead += 2 * minuteMs;
      await until(async () => (await store.countRepeats()) === 0);
      expect(its.received.slice(before).map(({ event }) => event.data)).toEqual([{ trade_id: 'own' }]);
    }),
  );

  it(
    'are not pushed if a right ended while they waited for their turn',
    scene(async () => {
      const { addEndpoint, makePusher, happen, authority } = await world();
      const answers: (() => void)[] = [];
      const its = await receiver(() => new Promise((resolve) => answers.push(() => resolve(204))));
      await addEndpoint(its.url);
      makePusher({ callsAtOnce: 1 }).start();
      await happen(slip('1'), slip('2'));
      await its.has(1);
      authority.present = undefined;
      await sleep(1_500);
      answers[0]?.();
      await sleep(500);
      expect(its.received).toHaveLength(1);
    }),
  );

  it(
    'of slips need the right for slips',
    scene(async () => {
      const { addEndpoint, makePusher, happen, authority } = await world();
      const its = await receiver();
      await addEndpoint(its.url);
      authority.present = { rights: ['event'], memberWide: false };
      makePusher().start();
      await happen(slip('1'), { type: 'master.changed', memberCode: 'M1', data: { kind: 'master' } });
      await its.has(1);
      expect(its.received.map(({ event }) => event.type)).toEqual(['master.changed']);
    }),
  );

  it.each([
    ['an error', 500, 5],
    ['a redirect', 302, 1],
    ['no answer', 'cut', 1],
  ] as const)(
    'are repeated after %s, at the planned times',
    scene(async (_, outcome, times) => {
      const { addEndpoint, makePusher, happen, clock, endpoints, store } = await world();
      const its = await receiver(() => outcome);
      const { endpointId } = await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'));
      const pauses = [5_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs].slice(0, times);
      for (const [index, pause] of pauses.entries()) {
        await its.has(index + 1);
        await until(
          async () => (await endpoints.attempts(owner, endpointId, { limit: 9 })).attempts.length === index + 1,
        );
        const { attempts } = await endpoints.attempts(owner, endpointId, { limit: 1 });
        const waits = attempts.map(({ nextAt, at, latencyMs }) => (nextAt ?? 0) - at - latencyMs - pause);
        expect(waits.every((wait) => Math.abs(wait) < 1_000)).toBe(true);
        clock.ahead += pause;
      }
      its.behave(() => 200);
      await its.has(pauses.length + 1);
      await until(async () => (await store.countRepeats()) === 0);
      expect(new Set(its.received.map(({ id }) => id)).size).toBe(1);
    }),
  );

  it(
    'do not wait for an event that fails',
    scene(async () => {
      const { addEndpoint, makePusher, happen } = await world();
      const its = await receiver(({ event }) => ('trade_id' in event.data && event.data.trade_id === '1' ? 500 : 204));
      await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'), ...Array.from({ length: 30 }, (_, index) => slip(String(index + 2))));
      // The event that fails may come again before the last of the others.
      const distinct = () => new Set(its.received.map(({ id }) => id)).size;
      await until(() => distinct() >= 31);
      expect(distinct()).toBe(31);
    }),
  );

  it(
    'do not wait for a dead endpoint',
    scene(async () => {
      const { addEndpoint, makePusher, happen } = await world();
      const dead = await receiver(() => 'hang');
      const its = await receiver();
      for (let count = 0; count < 15; count++) await addEndpoint(dead.url);
      await addEndpoint(its.url);
      makePusher().start();
      await dead.has(0);
      for (let count = 1; count <= 20; count++) {
        await happen(slip(String(count)));
        await its.has(count);
      }
      expect(its.received).toHaveLength(20);
    }),
  );

  it(
    'end after 410, which the log reports',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints, database, logged } = await world();
      const its = await receiver(() => 410);
      const { endpointId } = await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'));
      await until(async () => (await endpoints.list(owner))[0]?.disabledReason === 'gone');
      const [entry] = await database.query<{ content: string }>('SELECT content FROM event_entry');
      expect(JSON.parse(entry?.content ?? '').happenings).toEqual([
        {
          type: 'endpoint.disabled',
          memberCode: 'M1',
          clientId: 'client',
          data: { endpoint_id: endpointId, reason: 'gone' },
        },
      ]);
      // The line follows the commit.
      await until(() => logged.some((line) => 'reason' in line));
      expect(logged).toContainEqual(
        expect.objectContaining({ message: 'an event endpoint was disabled', reason: 'gone' }),
      );
    }),
  );

  it(
    'end after five days of failures',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints, clock } = await world();
      const its = await receiver(() => 503);
      const { endpointId } = await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'));
      // The clock waits until an attempt is noted, or the attempt would count from a later time.
      const noted = (count: number) =>
        until(async () => (await endpoints.attempts(owner, endpointId, { limit: 20 })).attempts.length >= count);
      for (let count = 1; count <= 10; count++) {
        await noted(count);
        clock.ahead += 12 * 60 * minuteMs + 1_000;
      }
      await until(async () => (await endpoints.list(owner))[0]?.disabledReason === 'failing');
      expect(its.received.length).toBeGreaterThan(9);
    }),
  );

  it(
    'have two signatures for a day after the secret was replaced',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints, clock } = await world();
      const its = await receiver();
      const { endpointId, secret } = await addEndpoint(its.url);
      const { secret: fresh } = await endpoints.rotate(owner, endpointId);
      makePusher().start();
      await happen(slip('1'));
      await its.has(1);
      expect([secret, fresh].flatMap((each) => its.received.map((received) => verify(received, each)))).toHaveLength(2);
      clock.ahead = dayMs + 1_000;
      await happen(slip('2'));
      await its.has(2);
      // The library judges the time by its own clock.
      const signatures = its.received.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
      expect(signatures).toEqual([2, 1]);
    }),
  );

  it(
    'come again with the same ids in a replay',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints, log } = await world();
      const its = await receiver();
      const { endpointId } = await addEndpoint(its.url);
      makePusher().start();
      await happen(slip('1'), slip('2'), slip('3'));
      await its.has(3);
      const { next } = await log.read({ after: 'oldest', limit: 1 });
      await endpoints.replay(owner, endpointId, next);
      await its.has(5);
      await endpoints.replay(owner, endpointId, Date.now() - minuteMs);
      await its.has(8);
      expect(new Set(its.received.map(({ id }) => id)).size).toBe(3);
      await expect(endpoints.replay(owner, endpointId, 'x')).rejects.toMatchObject({ code: 'cursor-unreadable' });
    }),
  );

  it(
    'begin after the test of the endpoint, with the events since it was made',
    scene(async () => {
      const { endpoints, makePusher, happen } = await world();
      const its = await receiver(() => 500);
      const terms = { url: its.url, types: ['*'], memberCodes: ['M1'], description: '' };
      await happen(slip('before'));
      const { endpoint, secret } = await endpoints.create(owner, terms);
      makePusher().start();
      await happen(slip('since'));
      const failed = await endpoints.test(owner, endpoint.endpointId);
      expect(failed.endpoint.disabledReason).toBe('untested');
      await expect(endpoints.change(owner, endpoint.endpointId, { enabled: true })).rejects.toMatchObject({
        code: 'untested',
      });
      its.behave(() => 200);
      const passed = await endpoints.test(owner, endpoint.endpointId);
      expect(passed).toMatchObject({
        endpoint: { disabledReason: '' },
        attempt: { status: 200, answer: 'answer 200' },
      });
      await its.has(3);
      expect(its.received.map((received) => (verify(received, secret) as { type: string }).type)).toEqual([
        'endpoint.test',
        'endpoint.test',
        'trade.created',
      ]);
      const moved = await endpoints.change(owner, endpoint.endpointId, { url: `${its.url}/other` });
      expect(moved).toMatchObject({ disabledReason: 'untested', testedAt: null });
    }),
  );

  it(
    'go to endpoints that only their owner sees, at most 20',
    scene(async () => {
      const { endpoints } = await world();
      const terms = { url: 'https://example.com/', types: ['*'], memberCodes: ['M1'], description: '' };
      const made = await Promise.allSettled(Array.from({ length: 25 }, () => endpoints.create(owner, terms)));
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
      const [{ endpointId } = { endpointId: '' }] = await endpoints.list(owner);
      const stranger = { memberCode: 'M1', clientId: 'other' };
      expect(await endpoints.list(stranger)).toEqual([]);
      const refused = { code: 'unknown-endpoint' };
      await expect(endpoints.change(stranger, endpointId, { description: 'x' })).rejects.toMatchObject(refused);
      await expect(endpoints.rotate(stranger, endpointId)).rejects.toMatchObject(refused);
      await expect(endpoints.test(stranger, endpointId)).rejects.toMatchObject(refused);
      await expect(endpoints.replay(stranger, endpointId, 0)).rejects.toMatchObject(refused);
      await expect(endpoints.attempts(stranger, endpointId, { limit: 1 })).rejects.toMatchObject(refused);
      await expect(endpoints.remove(stranger, endpointId)).rejects.toMatchObject(refused);
      await endpoints.remove(owner, endpointId);
      expect(await endpoints.list(owner)).toHaveLength(19);
    }),
  );

  it(
    'do not wait for a call of a process that stops',
    scene(async () => {
      const { addEndpoint, makePusher, happen, endpoints } = await world();
      const its = await receiver(() => 'hang');
      const { endpointId } = await addEndpoint(its.url);
      const [first, second] = [makePusher({ leaseMs: 60_000 }), makePusher()];
      first.start();
      await happen(slip('1'));
      await its.has(1);
      its.behave(() => 204);
      await first.stop();
      second.start();
      await its.has(2);
      await until(async () => (await endpoints.attempts(owner, endpointId, { limit: 9 })).attempts.length > 0);
      const { attempts } = await endpoints.attempts(owner, endpointId, { limit: 9 });
      expect(attempts.map(({ status }) => status)).toEqual([204]);
    }),
  );

  it(
    'are shared by processes, and taken over from a process that ends',
    scene(async () => {
      const { addEndpoint, makePusher, happen } = await world();
      const all = await Promise.all(Array.from({ length: 4 }, () => receiver()));
      for (const { url } of all) await addEndpoint(url);
      const [first, second] = [makePusher({ leaseMs: 60_000 }), makePusher({ leaseMs: 60_000 })];
      first.start();
      await until(() => first.endpointCount === 4);
      second.start();
      await until(() => first.endpointCount <= 3 && second.endpointCount > 0);
      await happen(slip('1'));
      await Promise.all(all.map((each) => each.has(1)));
      await first.stop();
      await until(() => second.endpointCount === 4);
      await happen(slip('2'));
      await Promise.all(all.map((each) => each.has(2)));
      expect(all.map(({ received }) => received.length)).toEqual([2, 2, 2, 2]);
    }),
  );

  it(
    'do not cost a process its leases while it waits for the last answer of an endpoint that it leaves',
    scene(async () => {
      const { addEndpoint, makePusher, happen, database } = await world();
      const dead = await receiver(() => 'hang');
      for (let count = 0; count < 4; count++) await addEndpoint(dead.url);
      const [first, second] = [makePusher({ leaseMs: 60_000 }), makePusher({ leaseMs: 60_000 })];
      first.start();
      await until(() => first.endpointCount === 4);
      await happen(slip('1'));
      await dead.has(4);
      second.start();
      await until(() => first.endpointCount === 3);
      const firstEnd = async () => {
        const [row] = await database.query<{ first: number }>('SELECT MIN(alive_until) AS first FROM event_pusher');
        return row?.first ?? 0;
      };
      const before = await firstEnd();
      // Both prolong their leases once a second.
      await until(async () => (await firstEnd()) > before + 1_500);
      expect([first.endpointCount, second.endpointCount]).toEqual([3, 0]);
    }),
  );

  it(
    'are noted only by the process and under the lease that pushed them',
    scene(async () => {
      const { addEndpoint, store } = await world();
      const { endpointId } = await addEndpoint('https://example.com/');
      await store.beat('worker', 0, 1);
      const [former] = await store.claim('worker', 1);
      await store.beat('other', 2, 3);
      await store.claim('other', 1);
      await store.beat('worker', 4, 5);
      const [present] = await store.claim('worker', 1);
      const outcomes = [present, former].map((lease, index) => ({
        endpointId,
        leaseToken: lease?.leaseToken ?? 0,
        cursor: `${index}`,
      }));
      expect(await store.write(outcomes)).toEqual([outcomes[1]]);
      expect((await store.leased('worker')).map(({ cursor }) => cursor)).toEqual(['0']);
    }),
  );
});
