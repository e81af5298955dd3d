import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type AccessTokenClaims, AccessTokenVerifier } from '@trading-platform/auth-core';
import { REVOCATION_FEED } from '@trading-platform/auth-core/nest';
import { BatchStore, SegmentStore } from '@trading-platform/batch-engine';
import { MemoryBatchStore, MemorySegmentStore } from '@trading-platform/batch-engine/testing';
import { readBodiesAsServed, silentService } from '@trading-platform/service/testing';
import { ApiModule } from '../src/app.module.js';
import { readEnv } from '../src/env.js';
import { CallerRights } from '../src/http/caller-rights.js';
import { configureHttp } from '../src/http/configure-http.js';
import { MethodNotAllowedRoutes } from '../src/http/method-not-allowed.routes.js';

const claims: AccessTokenClaims = {
  rights: ['master'],
  subject: 'user',
  clientId: 'client',
  memberCode: '10000001',
  scope: 'qualified',
  tokenId: 'token',
  issuedAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/** Gives every caller every right. */
class AllRights extends CallerRights {
  check = () => Promise.resolve();
  refused = () => Promise.resolve({ visible: [], readable: [], pair: [] });
}

const batches = new MemoryBatchStore();
let folder: string;
let application: NestFastifyApplication;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-api-'));
  const env = readEnv({ ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}` });
  const module = await Test.createTestingModule({ imports: [silentService(env), ApiModule.with(env)] })
    .overrideProvider(BatchStore)
    .useValue(batches)
    .overrideProvider(SegmentStore)
    .useValue(new MemorySegmentStore())
    .overrideProvider(CallerRights)
    .useClass(AllRights)
    .overrideProvider(AccessTokenVerifier)
    .useValue({ recall: () => claims })
    .overrideProvider(REVOCATION_FEED)
    .useValue(undefined)
    .overrideProvider(MethodNotAllowedRoutes)
    .useValue({})
    .compile();
  application = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { bodyParser: false });
  await configureHttp(env).configure?.(application);
  readBodiesAsServed(application);
  await application.init();
});

afterAll(async () => {
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ApiModule', () => {
  it('serves from the stores that are provided', async () => {
    const answer = await application.inject({
      method: 'POST',
      url: '/ordApi/order/master/download/buy/request',
      headers: { authorization: 'Bearer any' },
      payload: { exist_mc: 1 },
    });
    const { batch_id } = answer.json<{ batch_id: string }>();
    expect(await batches.list(claims, { limit: 10, now: Date.now() })).toMatchObject([
      { id: Number(batch_id), functionName: 'master', memberCode: '10000001', clientId: 'client' },
    ]);
  });
});
