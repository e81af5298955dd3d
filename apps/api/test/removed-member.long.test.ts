import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

const promisedMs = 5_000;
const memberCode = '40000004';
let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
});

afterAll(() => api.stop());

it('refuses a member that calls all the time within 5 seconds after the member was removed', async () => {
  for (let round = 0; round < 3; round++) {
    await api.load('members', [{ member_code: memberCode, member_name: '閉店' }]);
    const token = await api.issuer.sign({ clientId: 'job', subject: 'job', memberCode });
    const status = async () => (await api.call('/partner/list', {}, { token })).status;
    while ((await status()) !== 200) await sleep(20);
    await api.remove('members', [{ member_code: memberCode }]);
    const removedAt = performance.now();
    while ((await status()) !== 403) await sleep(20);
    expect(performance.now() - removedAt).toBeLessThan(promisedMs);
  }
});
