import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { Platform } from '../src/platform.js';

const path = '/ordApi/order/master/download/buy/request';
let platform: Platform;
let cautious: Platform;

async function startWithMembers(settings: Record<string, string> = {}): Promise<Platform> {
  const started = await Platform.start({ database: 'sqlite', services: ['auth', 'api'], settings });
  const members = ['10000001', '10000002', '10000003'].map((member_code) => ({ member_code }));
  await started.load('members', members);
  return started;
}

beforeAll(async () => {
  platform = await startWithMembers();
  cautious = await startWithMembers({ REFUSE_WITHOUT_REVOCATIONS: 'true' });
});

afterAll(() => Promise.all([platform.stop(), cautious.stop()]));

async function askWith(token: string, { apiUrl } = platform): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  return fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: '{}' });
}

async function statusWith(token: string, asked = platform): Promise<number> {
  const answer = await askWith(token, asked);
  await answer.arrayBuffer();
  return answer.status;
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(100);
}

async function revoke({ credentials }: ApiCaller, token: string): Promise<void> {
  const { clientId, clientSecret } = credentials;
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
  const { status } = await fetch(`${platform.authUrl}/idp/oauth2/revoke`, { method: 'POST', body });
  expect(status).toBe(200);
}

describe('the data API', () => {
  it('refuses a revoked token soon, and no other', async () => {
    const [caller, other] = [await platform.caller('10000001'), await platform.caller('10000002')];
    const token = await caller.token();
    expect(await statusWith(token)).toBe(200);
    await revoke(caller, token);
    await waitUntil(async () => (await statusWith(token)) === 401);
    expect(await statusWith(await other.token())).toBe(200);
  });

  it('accepts valid tokens while the authentication server is away', async () => {
    const token = await (await platform.caller('10000003')).token();
    expect(await statusWith(token)).toBe(200);
    await platform.service('auth').end();
    const isTold = () => platform.service('api').lines.some((line) => line.includes('are served until they expire'));
    await waitUntil(async () => isTold());
    expect(await statusWith(token)).toBe(200);
  });

  it('with that setting, refuses all calls while it cannot get revocations, and none afterwards', async () => {
    const token = await (await cautious.caller('10000001')).token();
    expect(await statusWith(token, cautious)).toBe(200);
    await cautious.service('auth').end();
    await waitUntil(async () => (await statusWith(token, cautious)) === 503);
    const refusal = await askWith(token, cautious);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal.json()).toMatchObject({ error_list: [{ error_code: 'E900002' }] });
    await waitUntil(async () => cautious.service('api').lines.some((line) => line.includes('all calls are refused')));
    await cautious.startService('auth');
    await waitUntil(async () => (await statusWith(token, cautious)) === 200);
  });
});
