import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { EventAttemptRecord, EventEndpointRecord } from '@trading-platform/domain-types';
import pg from 'pg';
import { ApiCaller, type Credentials } from '../src/api-caller.js';
import { type DescribeFlow, describePlatform } from '../src/describe-platform.js';
import { openEventReceiver } from '../src/event-receiver.js';
import { anOrder, loadOrderMarket, orderMembers, uploadOrders } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

const { buyer } = orderMembers;
/** A withdrawal takes effect within this time (Spec 5). */
const promisedMs = 5_000;
/** The settings of a platform that sends events to receivers of the tests. */
export const settings = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1' };

interface Answers {
  readonly endpoint: EventEndpointRecord;
  readonly attempt: EventAttemptRecord;
  readonly attempt_list: readonly EventAttemptRecord[];
  readonly endpoint_list: readonly EventEndpointRecord[];
}

async function call(caller: ApiCaller, path: string, body: object | undefined, method = 'POST'): Promise<Answers> {
  const { status, body: answer } = await caller.call<Answers>(`/event-endpoints${path}`, body, { method });
  expect([status, answer]).toMatchObject([200, { result: 0 }]);
  return answer;
}

/** The worker stores an attempt soon after it got the answer. */
async function attemptAt(caller: ApiCaller, path: string, eventId: string): Promise<EventAttemptRecord> {
  for (;;) {
    const { attempt_list: attempts } = await call(caller, `${path}/attempts`, undefined, 'GET');
    const attempt = attempts.find(({ event_id }) => event_id === eventId);
    if (attempt !== undefined) return attempt;
    await sleep(100);
  }
}

/** Makes an endpoint of a client that takes all events of slips. */
async function endpointOf(platform: Platform, credentials: Credentials) {
  const caller = await ApiCaller.signIn(platform, credentials);
  const receiver = await openEventReceiver();
  const { endpoint } = await call(caller, '', { url: receiver.url, types: 'trade.*' });
  receiver.secrets.push(endpoint.secret ?? '');
  await call(caller, `/${endpoint.endpoint_id}/test`, {});
  return { caller, receiver };
}

export function describeEventEndpoints(flow: DescribeFlow): void {
  flow('get events as long as their client has the right for events', async (platform) => {
    await loadOrderMarket(platform);
    const caller = await platform.caller(buyer);
    const { body: before } = await caller.call<{ readonly next_cursor: string }>('/events', undefined, {
      method: 'GET',
    });
    const receiver = await openEventReceiver();
    const { endpoint } = await call(caller, '', { url: receiver.url, types: 'trade.*', description: 'store' });
    expect(endpoint).toMatchObject({ enabled: '0', disabled_reason: 'untested', member_codes: buyer });
    const path = `/${endpoint.endpoint_id}`;
    expect((await call(caller, `${path}/test`, {})).attempt).toMatchObject({ status: '400' });
    receiver.secrets.push(endpoint.secret ?? '');
    expect((await call(caller, `${path}/test`, {})).endpoint).toMatchObject({ enabled: '1', disabled_reason: '' });
    const { rows } = await uploadOrders(caller, [anOrder('first', { send_flg: '0' })]);
    await receiver.until(2);
    expect(receiver.got[1]).toMatchObject({ type: 'trade.created', data: { trade_id: rows[0]?.trade_id } });
    const rotated = await call(caller, `${path}/rotate`, {});
    receiver.secrets.splice(0, 1, rotated.endpoint.secret ?? '');
    await call(caller, `${path}/replay`, { after: before.next_cursor });
    await receiver.until(3);
    expect(receiver.got[2]).toEqual(receiver.got[1]);
    await platform.service('worker').end('SIGKILL');
    await platform.startService('worker');
    const { rows: second } = await uploadOrders(caller, [anOrder('second', { send_flg: '0' })]);
    const { id } = await receiver.untilTrade(second[0]?.trade_id);
    expect(await attemptAt(caller, path, id)).toMatchObject({ type: 'trade.created', status: '204', error: '' });
    await call(caller, path, { enabled: '0' });
    expect((await call(caller, '', undefined, 'GET')).endpoint_list).toMatchObject([{ disabled_reason: 'by-client' }]);
    await call(caller, path, { enabled: '1' });
    await call(caller, path, undefined, 'DELETE');
    expect((await call(caller, '', undefined, 'GET')).endpoint_list).toEqual([]);
    receiver.close();
  });

  flow('get nothing 5 seconds after their client has lost the right for events', async (platform) => {
    await loadOrderMarket(platform);
    const { credentials } = await platform.caller(buyer);
    const [loses, keeps] = await Promise.all([
      endpointOf(platform, { ...credentials, ...(await platform.createClient('loses')) }),
      endpointOf(platform, { ...credentials, ...(await platform.createClient('keeps')) }),
    ]);
    const before = await uploadOrders(keeps.caller, [anOrder('before', { send_flg: '0' })]);
    for (const { receiver } of [loses, keeps]) await receiver.untilTrade(before.rows[0]?.trade_id);
    const { clientId } = loses.caller.credentials;
    await platform.operate(['client', 'rights', '--client-id', clientId, '--withdraw', 'event']);
    await sleep(promisedMs);
    const after = await uploadOrders(keeps.caller, [anOrder('after', { send_flg: '0' })]);
    await keeps.receiver.untilTrade(after.rows[0]?.trade_id);
    await sleep(500);
    // A busy machine may push an earlier event again.
    expect(loses.receiver.got.map(({ data }) => data.trade_id)).not.toContain(after.rows[0]?.trade_id);
    const { status } = await loses.caller.call('/events?after=0', undefined, { method: 'GET' });
    expect(status).toBe(401);
    for (const { receiver } of [loses, keeps]) receiver.close();
  });
}

/** On PostgreSQL workers remove old events and attempts every minute. */
export function describeOldEvents(): void {
  describePlatform('old events', { database: 'postgres', settings }, (flow) => {
    flow('are removed, and so are all but the newest attempts of an endpoint', async (platform) => {
      await loadOrderMarket(platform);
      const caller = await platform.caller(buyer);
      const receiver = await openEventReceiver();
      const { endpoint } = await call(caller, '', { url: receiver.url, types: 'trade.*', description: 'store' });
      receiver.secrets.push(endpoint.secret ?? '');
      const path = `/${endpoint.endpoint_id}`;
      await call(caller, `${path}/test`, {});
      expect((await call(caller, `${path}/test`, {})).attempt).toMatchObject({ status: '204' });
      await uploadOrders(caller, [anOrder('old', { send_flg: '0' }), anOrder('newer', { send_flg: '0' })]);
      const client = new pg.Client({ connectionString: platform.environment['ORDERING_DATABASE_URL'] });
      await client.connect();
      const number = async (rows: string) =>
        (await client.query(`SELECT COUNT(*)::int AS number FROM ${rows}`)).rows[0];
      await client.query('UPDATE event SET at = 0');
      const oldAttempts = "event_attempt WHERE event_id = 'made up'";
      await client.query(
        `INSERT INTO event_attempt SELECT $1, '0' || n, 'made up', 'trade.created', 0, 204, 1, '', '', NULL
          FROM generate_series(1, 1000) AS n`,
        [endpoint.endpoint_id],
      );
      // The newest event stays, because positions in the log refer to it.
      while ((await number('event')).number > 1) await sleep(500);
      while ((await number(oldAttempts)).number === 1_000) await sleep(500);
      const { attempt_list: newest } = await call(caller, `${path}/attempts`, undefined, 'GET');
      expect(newest[0]).toMatchObject({ status: '204', type: 'trade.created' });
      await client.end();
      receiver.close();
    });
  });
}
