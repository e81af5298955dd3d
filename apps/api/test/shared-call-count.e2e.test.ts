import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

const limit = 6;
/** A time that is longer than the pause between two exchanges of counts between the servers. */
const exchangedMs = 2_500;
const roundsAtMost = 8;

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
 * Makes one call at the other server and the remaining calls at this one. Returns the number of calls that the other server still
 * allows after both servers have exchanged their counts.
 */
async function remainingElsewhere(): Promise<string | null> {
  const token = await one.issuer.sign();
  const call = (api: RunningApi) => api.call('/batches', undefined, { method: 'GET', token });
  for (let count = 0; count < limit - 2; count++) await call(one);
  await call(other);
  await sleep(exchangedMs);
  return (await call(other)).headers.get('ratelimit-remaining');
}

it('the calls with a token at several servers count together', async () => {
  const seen: (string | null)[] = [];
  // If the minute of the limit ends during the test, counting begins again.
  while (seen.length < roundsAtMost && seen.at(-1) !== '0') seen.push(await remainingElsewhere());
  expect(seen.at(-1)).toBe('0');
});
