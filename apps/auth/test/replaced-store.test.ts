import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type Revocation, RevocationStore } from '@trading-platform/auth-core';
import { Readiness } from '@trading-platform/service';
import { silentService } from '@trading-platform/service/testing';
import { AuthModule } from '../src/app.module.js';
import { readEnv } from '../src/env.js';
import { MethodNotAllowedRoutes } from '../src/http/method-not-allowed.routes.js';

const revocation: Revocation = { position: 7, digest: 'digest', upToGeneration: undefined, revokedAt: 1_000 };

/** A store with a single revocation and without a database. */
class OneRevocation extends RevocationStore {
  newestPosition = () => Promise.resolve(revocation.position);
  listAfter = (position: number) => Promise.resolve(position < revocation.position ? [revocation] : []);
  revokeToken = () => Promise.resolve(false);
  isTokenRevoked = () => Promise.resolve(false);
}

let folder: string;
let application: NestFastifyApplication;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-auth-'));
  const env = readEnv({ AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}` });
  const module = await Test.createTestingModule({ imports: [silentService(env), AuthModule.with(env)] })
    .overrideProvider(RevocationStore)
    .useClass(OneRevocation)
    .overrideProvider(MethodNotAllowedRoutes)
    .useValue({})
    .compile();
  application = await module.createNestApplication<NestFastifyApplication>(new FastifyAdapter()).init();
});

afterAll(async () => {
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

describe('AuthModule', () => {
  it('serves from the store that is provided', async () => {
    const answer = await application.inject('/idp/oauth2/revocations?after=3');
    expect(answer.json()).toMatchObject({ position: 7, revocations: [['digest', 1_000, null]] });
  });

  it('is ready as long as its database answers', async () => {
    const dependencies = await application.get(Readiness).check({ onlyNeeded: false });
    expect(dependencies).toEqual([{ name: 'database', impairs: false, works: true }]);
  });
});
