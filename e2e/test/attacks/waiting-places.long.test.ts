import { expect } from '@jest/globals';
import { ApiCaller } from '../../src/api-caller.js';
import { describePlatform } from '../../src/describe-platform.js';

const memberCode = '10000001';
const share = 200;
const calls = 500;
const check = '/master/download/buy/check';

const settings = { CALLS_PER_MINUTE: '1000000', CLIENT_CALLS_PER_MINUTE: '1000000' };

describePlatform('places for waiting calls', { database: 'sqlite', services: ['auth', 'api'], settings }, (flow) => {
  flow('are left for others even if one client wants all', async (platform) => {
    await platform.load('members', [{ member_code: memberCode }]);
    const greedy = await platform.caller(memberCode);
    const other = await ApiCaller.signIn(platform, {
      ...greedy.credentials,
      ...(await platform.createClient('other')),
    });
    const leaving = new AbortController();
    const enough = Promise.withResolvers<void>();
    let answered = 0;
    const batchId = await greedy.request('/master/download/buy');
    const held = Array.from({ length: calls }, async () => {
      const answer = await wait(greedy, batchId, 30, leaving.signal);
      if (answer.headers.get('preference-applied') === null && ++answered === calls - share) enough.resolve();
    });
    await enough.promise;
    const answer = await wait(other, await other.request('/master/download/buy'), 1);
    expect(answer.headers.get('preference-applied')).toBe('wait=1');
    expect(answered).toBe(calls - share);
    leaving.abort();
    await Promise.allSettled(held);
  });
});

async function wait(caller: ApiCaller, batch_id: string, seconds: number, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`${caller.addresses.apiUrl}/ordApi/order${check}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await caller.token()}`,
      'Content-Type': 'application/json',
      Prefer: `wait=${seconds}`,
    },
    body: JSON.stringify({ batch_id }),
    ...(signal === undefined ? {} : { signal }),
  });
  await answer.arrayBuffer();
  return answer;
}
