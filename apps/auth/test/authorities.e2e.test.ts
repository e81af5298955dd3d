import { beforeAll, expect, it } from '@jest/globals';
import { AuthorityFeed, ServerSecret } from '@trading-platform/auth-core';
import { rights } from '@trading-platform/domain-types';
import { eventKeys, password, shareAuth, type TestedAuth } from './running-auth.js';

const { present, former } = eventKeys;
const foreign = 'foreign'.padEnd(40, '-');
const path = '/idp/oauth2/authorities';

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
  await auth.post('/api/credentials/access_token', { ...auth.client, user_id: auth.userId, user_password: password });
});

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
