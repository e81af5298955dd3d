import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';

const withinMs = 5_000;
const services = ['auth', 'api'] as const;

describePlatform('the data API refuses within 5 seconds', { database: 'sqlite', services }, (flow) => {
  flow('a token that was revoked, and tokens of a key that was withdrawn', async (platform) => {
    await platform.load('members', [{ member_code: '10000001' }]);
    const caller = await platform.caller('10000001');

    const revoked = await caller.token();
    const { clientId, clientSecret } = caller.credentials;
    const body = new URLSearchParams({ token: revoked, client_id: clientId, client_secret: clientSecret });
    expect((await fetch(`${platform.authUrl}/idp/oauth2/revoke`, { method: 'POST', body })).status).toBe(200);
    expect(await refusedAfterMs(caller, revoked)).toBeLessThan(withinMs);

    const signed = await (await platform.caller('10000001')).token();
    const [head = ''] = signed.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    await platform.operate(['key', 'withdraw', '--key-id', kid]);
    expect(await refusedAfterMs(caller, signed)).toBeLessThan(withinMs);
  });
});

async function refusedAfterMs({ addresses }: ApiCaller, token: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const address = `${addresses.apiUrl}/ordApi/order/master/download/buy/request`;
  for (const begin = performance.now(); ; await sleep(50)) {
    const answer = await fetch(address, { method: 'POST', headers, body: '{}' });
    await answer.arrayBuffer();
    if (answer.status === 401) return performance.now() - begin;
  }
}
