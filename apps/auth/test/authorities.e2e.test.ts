import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AuthorityFeed, ServerSecret } from '@trading-platform/auth-core';
import { rights } from '@trading-platform/domain-types';
import { password, type RunningAuth, runAuth } from './running-auth.js';

const [present, former, foreign] = ['present', 'former', 'foreign'].map((name) => name.padEnd(40, '-')) as [
  string,
  string,
  string,
];
const path = '/idp/oauth2/authorities';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await runAuth({ EVENT_SECRET_KEY: present, EVENT_FORMER_SECRET_KEY: former });
  await auth.post('/api/credentials/access_token', { ...auth.client, user_id: auth.userId, user_password: password });
});
afterAll(() => auth.stop());

async function told(key: string) {
  const feed = new AuthorityFeed({ url: auth.url + path, secret: new ServerSecret(key), timeoutMs: 100_000 });
  try {
    const { memberCode } = await auth.administration.users.get(auth.userId);
    return await feed.of({ clientId: auth.client.client_id, memberCode });
  } finally {
    feed.stop();
  }
}

it('are told to a service that has the present or the former key, and to nobody else', async () => {
  const known = { rights, memberWide: false };
  expect(await Promise.all([told(present), told(former), told(foreign)])).toEqual([known, known, 'unknown']);
  const access = await auth.post('/api/credentials/access_token', {
    ...auth.client,
    user_id: auth.userId,
    user_password: password,
  });
  const owners = JSON.stringify([[auth.client.client_id, '10000001']]);
  for (const authorization of ['', 'Bearer x', `Bearer ${String(access.json['access_token'])}`]) {
    const answer = await auth.post(path, { owners }, authorization === '' ? {} : { authorization });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('rights');
  }
});
