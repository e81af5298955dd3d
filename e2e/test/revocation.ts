import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import type { ApiCaller } from '../src/api-caller.js';
import type { Platform } from '../src/platform.js';

const path = '/ordApi/order/master/download/buy/request';
let platform: Platform;
/** Another data API, which accepts no tokens while it does not know the revoked tokens. */
let cautious: ServiceProcess;
let cautiousUrl: string;

async function askWith(token: string, apiUrl = platform.apiUrl): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  return fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: '{}' });
}

async function statusWith(token: string, apiUrl = platform.apiUrl): Promise<number> {
  const answer = await askWith(token, apiUrl);
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

const says = (api: ServiceProcess, words: string) => api.lines.some((line) => line.includes(words));

/** @param cautiousApi a data API that was started with `REFUSE_WITHOUT_REVOCATIONS` */
export function describeRevocation(running: () => Platform, cautiousApi: () => ServiceProcess): void {
  describe('the data API', () => {
    beforeAll(async () => {
      platform = running();
      cautious = cautiousApi();
      cautiousUrl = `http://127.0.0.1:${(await cautious.ready).port}`;
      const members = ['10000001', '10000002', '10000003'].map((member_code) => ({ member_code }));
      await platform.load('members', members);
    });

    it('refuses a revoked token soon, and no other', async () => {
      const [caller, other] = [await platform.caller('10000001'), await platform.caller('10000002')];
      const token = await caller.token();
      expect(await statusWith(token)).toBe(200);
      await revoke(caller, token);
      await waitUntil(async () => (await statusWith(token)) === 401);
      expect(await statusWith(await other.token())).toBe(200);
    });

    it('accepts valid tokens while the authentication server is away, unless it must know all revocations', async () => {
      const token = await (await platform.caller('10000003')).token();
      expect(await statusWith(token)).toBe(200);
      await waitUntil(async () => (await statusWith(token, cautiousUrl)) === 200);
      await platform.service('auth').end();
      await waitUntil(async () => says(platform.service('api'), 'are served until they expire'));
      expect(await statusWith(token)).toBe(200);
      await waitUntil(async () => (await statusWith(token, cautiousUrl)) === 503);
      const refusal = await askWith(token, cautiousUrl);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refusal.json()).toMatchObject({ error_list: [{ error_code: 'E900002' }] });
      await waitUntil(async () => says(cautious, 'all calls are refused'));
      await platform.startService('auth');
      await waitUntil(async () => (await statusWith(token, cautiousUrl)) === 200);
    });
  });
}
