import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ServerSecret } from '@trading-platform/auth-core';
import { describeDatabases } from '@trading-platform/database/testing';
import { eventLogSchema } from '@trading-platform/event-log/typeorm';
import { EndpointSecrets, type StoredEndpoint } from '@trading-platform/event-push';
import { eventPushSchema, TypeOrmEndpointStore } from '@trading-platform/event-push/typeorm';
import { readEnv } from '../src/env.js';
import { EndpointResealing } from '../src/pushes/endpoint-resealing.js';

const [formerKey, presentKey, otherKey] = ['former', 'present', 'other'].map((name) => name.padEnd(40, '-'));
const owner = { memberCode: 'M1', clientId: 'client' };

function secretsOf(key: string | undefined): EndpointSecrets {
  const secret = new ServerSecret(key ?? '');
  return new EndpointSecrets({
    seal: (plain, context) => secret.seal('endpoint-secret', plain, context),
    open: (sealed, context) => secret.open('endpoint-secret', sealed, context),
  });
}

describeDatabases('secrets of endpoints after a change of their key', [eventLogSchema, eventPushSchema], (open) => {
  it('are all encrypted with the new key, and one that no key opens hinders no other', async () => {
    const store = new TypeOrmEndpointStore(await open());
    const add = async (endpointId: string, key: string | undefined) => {
      const [secret, former] = [secretsOf(key).make(endpointId), secretsOf(key).make(endpointId)];
      const state = { disabledReason: '', testedAt: 1, createdAt: 1, updatedAt: 1 } as const;
      const terms = { url: 'https://example.com/', types: ['*'], memberCodes: ['M1'], description: '' };
      const endpoint: StoredEndpoint = {
        ...owner,
        ...terms,
        ...state,
        endpointId,
        secret: secret.sealed,
        formerSecret: former.sealed,
        formerSecretEndsAt: Date.now() + 60_000,
      };
      await store.add(endpoint, '', 1_000);
      return secretsOf(key)
        .open(endpoint, Date.now())
        .map((each) => each.export().toString('hex'));
    };
    const before: string[][] = [];
    // More than one page of them.
    for (let n = 0; n < 110; n++)
      before.push(await add(String(n).padStart(4, '0'), n % 2 === 0 ? formerKey : presentKey));
    await add('0050-other', otherKey);

    const environment = { EVENT_SECRET_KEY: presentKey, EVENT_FORMER_SECRET_KEY: formerKey };
    const resealing = new EndpointResealing(readEnv(environment), store);
    resealing.onApplicationBootstrap();
    await sleep(0);
    await resealing.onModuleDestroy();
    const readable = (await store.list(owner)).filter(({ endpointId }) => endpointId !== '0050-other');
    const after = readable.map((endpoint) =>
      secretsOf(presentKey)
        .open(endpoint, Date.now())
        .map((each) => each.export().toString('hex')),
    );
    expect(after).toHaveLength(110);
    expect(after).toEqual(before);
  });
});
