import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

const limit = 100;
const pollMs = 100;

let one: RunningApi;
let other: RunningApi;

beforeAll(async () => {
  one = await RunningApi.start({ CALLS_PER_MINUTE: String(limit) });
  other = await RunningApi.start({
    CALLS_PER_MINUTE: String(limit),
    ORDERING_DATABASE_URL: one.address,
    AUTH_ISSUER: one.issuer.address,
    AUTH_JWKS_URL: one.issuer.address,
  });
});

afterAll(() => Promise.all([one.stop(), other.stop()]));

/**
 * Sends half of the allowed calls to one server, and then calls the other server until it refuses. Returns the statuses of all
 * answers of the other server. The servers exchange their counts, so the other server must refuse a call before its own calls
 * reach the limit.
 */
async function statusesElsewhere(): Promise<readonly number[]> {
  const statuses: number[] = [];
  const token = await one.issuer.sign();
  const call = (api: RunningApi) => api.call('/batches', undefined, { method: 'GET', token });
  for (let count = 0; count < limit / 2; count++) await call(one);
  while (statuses.length < limit && statuses.at(-1) !== 429) {
    statuses.push((await call(other)).status);
    if (statuses.length >= limit / 2) await sleep(pollMs);
  }
  return statuses;
}

it('calls with one token are counted together on several servers', async () => {
  // If a new minute begins during the calls, the count begins again, so the calls are repeated.
  let seen: readonly number[] = [];
  while (seen.at(-1) !== 429 || seen.length === limit) seen = await statusesElsewhere();
  expect(seen.slice(0, limit / 2)).toEqual(Array<number>(limit / 2).fill(200));
});
