import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import type { ApiCaller } from '../src/api-caller.js';
import type { Platform } from '../src/platform.js';

const path = '/ordApi/order/master/download/buy/request';
const pollMs = 250;

interface Key {
  readonly key_id: string;
  readonly state: string;
}

const keyOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

const urlOf = async (service: ServiceProcess) => `http://127.0.0.1:${(await service.ready).port}`;

/**
 * @param beside additional processes of the platform's services
 * @param isWhole whether an api also starts after the withdrawal, and auth ends
 */
export function describeKeyWithdrawal(
  running: () => Platform,
  beside: () => { readonly auth: ServiceProcess; readonly api: ServiceProcess },
  isWhole: boolean,
): void {
  let platform: Platform;
  let apiUrls: readonly string[];
  let authUrls: readonly string[];

  beforeAll(async () => {
    platform = running();
    await platform.load('members', [{ member_code: '10000001' }]);
    authUrls = [platform.authUrl, await urlOf(beside().auth)];
    apiUrls = [platform.apiUrl, await urlOf(beside().api)];
  });

  async function statuses(token: string): Promise<number[]> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return Promise.all(
      apiUrls.map(async (url) => {
        const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  }

  /** An api that must know all revocations answers 503 while auth is slow. This says nothing about the key. */
  async function judgementsOf(token: string): Promise<number[]> {
    for (;;) {
      const found = await statuses(token);
      if (!found.includes(503)) return found;
      await sleep(pollMs);
    }
  }

  async function activeAt({ credentials }: ApiCaller, token: string): Promise<unknown[]> {
    const { clientId, clientSecret } = credentials;
    return Promise.all(
      authUrls.map(async (url) => {
        const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
        const answer = await fetch(`${url}/idp/oauth2/introspect`, { method: 'POST', body });
        return ((await answer.json()) as { active: unknown }).active;
      }),
    );
  }

  describe('a withdrawn key', () => {
    it('is refused soon by every api and every auth, even for cached tokens; new tokens are accepted', async () => {
      const caller = await platform.caller('10000001');
      const token = await caller.token();
      expect(await judgementsOf(token)).toEqual([200, 200]);
      expect(await activeAt(caller, token)).toEqual([true, true]);

      const keys = await platform.operate<Key[]>(['key', 'withdraw', '--key-id', keyOf(token)]);
      expect(keys.filter(({ state }) => state === 'active')).toHaveLength(1);
      while ((await statuses(token)).some((status) => status !== 401)) await sleep(pollMs);
      while ((await activeAt(caller, token)).some((active) => active !== false)) await sleep(pollMs);

      const fresh = await (await platform.caller('10000001')).token();
      expect(keyOf(fresh)).not.toBe(keyOf(token));
      expect(await judgementsOf(fresh)).toEqual([200, 200]);
    });

    if (isWhole) {
      it('is refused by an api that starts later, and by one that has lost the authentication server', async () => {
        const token = await (await platform.caller('10000001')).token();
        expect(await statuses(token)).toEqual([200, 200]);
        await platform.operate(['key', 'withdraw', '--key-id', keyOf(token)]);
        while ((await statuses(token)).some((status) => status !== 401)) await sleep(pollMs);
        const fresh = await (await platform.caller('10000001')).token();
        expect(await statuses(fresh)).toEqual([200, 200]);
        await platform.service('api').end();
        await platform.startService('api');
        expect(await statuses(token)).toEqual([401, 401]);
        const told = () =>
          [platform.service('api'), beside().api].map((api) =>
            api.lines.some((line) => line.includes('are served until')),
          );
        await Promise.all([platform.service('auth').end(), beside().auth.end()]);
        while (told().includes(false)) await sleep(pollMs);
        expect(await statuses(token)).toEqual([401, 401]);
        expect((await statuses(fresh))[1]).toBe(200);
      });
    }
  });
}
