import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { throwBodies } from '../src/body-throwers.js';
import { describePlatform } from '../src/describe-platform.js';
import { worstBodies } from '../src/worst-bodies.js';

const bodyBytes = 1_048_576;
const throwers = 4;
const rounds = 1_000;
const p99AtMostMs = 100;

describePlatform('worst bodies, thrown without pause', { database: 'sqlite', services: ['auth', 'api'] }, (flow) => {
  flow('hold up the checks of others by little more than an idle api does', async (platform) => {
    await platform.load('members', [{ member_code: '10000001' }, { member_code: '20000002' }]);
    const attacker = await platform.caller('10000001');
    const other = await platform.caller('20000002');
    await checkTimes(other);
    const alone = await checkTimes(other);
    const bodies = worstBodies.map(({ path, make }) => ({ path, body: make(bodyBytes) }));
    const end = await throwBodies(attacker, bodies, throwers);
    const beside = await checkTimes(other);
    expect(await end()).toBeGreaterThan(bodies.length);
    expect(p99(beside)).toBeLessThan(p99AtMostMs + p99(alone));
  });
});

async function checkTimes(caller: ApiCaller): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await caller.call('/master/download/buy/check', { batch_id: '1' });
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b);
}

function p99(times: readonly number[]): number {
  return times[Math.floor(times.length * 0.99)] ?? NaN;
}
