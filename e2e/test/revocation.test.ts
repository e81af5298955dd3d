import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { Platform } from '../src/platform.js';

const path = '/ordApi/order/master/download/buy/request';
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start({ database: 'sqlite', services: ['auth', 'api'] });
  const members = ['10000001', '10000002', '10000003'].map((member_code) => ({ member_code }));
  await platform.load('members', members);
}, 60_000);

afterAll(() => platform.stop());

async function statusWith(token: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const answer = await fetch(`${platform.apiUrl}${path}`, { method: 'POST', headers, body: '{}' });
  await answer.arrayBuffer();
  return answer.status;
}

async function secondsUntilRefused(token: string): Promise<number> {
  const start = performance.now();
  while ((await statusWith(token)) !== 401) await sleep(100);
  return (performance.now() - start) / 1_000;
}

async function revoke({ credentials }: ApiCaller, token: string): Promise<void> {
  const { clientId, clientSecret } = credentials;
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
  const { status } = await fetch(`${platform.authUrl}/idp/oauth2/revoke`, { method: 'POST', body });
  expect(status).toBe(200);
}

describe('the data API', () => {
  it('refuses a revoked token within 5 seconds, and no other', async () => {
    const [caller, other] = [await platform.caller('10000001'), await platform.caller('10000002')];
    const token = await caller.token();
    expect(await statusWith(token)).toBe(200);
    await revoke(caller, token);
    expect(await secondsUntilRefused(token)).toBeLessThan(5);
    expect(await statusWith(await other.token())).toBe(200);
  }, 30_000);

  it('goes on with living tokens while the authentication server is away', async () => {
    const token = await (await platform.caller('10000003')).token();
    expect(await statusWith(token)).toBe(200);
    await platform.service('auth').end();
    await sleep(6_000);
    expect(await statusWith(token)).toBe(200);
    expect(platform.service('api').lines.join('\n')).toContain('revocation feed cannot be read');
  }, 30_000);
});
