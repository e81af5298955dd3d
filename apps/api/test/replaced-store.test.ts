import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { BatchStore, SegmentStore } from '@trading-platform/batch-engine';
import { MemoryBatchStore, MemorySegmentStore } from '@trading-platform/batch-engine/testing';
import { type Member, MemberDirectory } from '@trading-platform/ordering';
import { Metrics, Readiness } from '@trading-platform/service';
import { LoggerModule } from 'nestjs-pino';
import { ApiModule } from '../src/app.module.js';
import { ENV, type Env, readEnv } from '../src/env.js';
import { configureHttp } from '../src/http/configure-http.js';
import { MethodNotAllowedRoutes } from '../src/http/method-not-allowed.routes.js';
import { TokenIssuer } from './token-issuer.js';

const batches = new MemoryBatchStore();
/** Everybody is a member. */
const directory = { find: async (memberCode: string) => ({ memberCode }) as Member };
let folder: string;
let issuer: TokenIssuer;
let application: NestFastifyApplication;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-api-'));
  issuer = await TokenIssuer.start();
  const env = readEnv({
    ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}`,
    AUTH_ISSUER: issuer.address,
    AUTH_JWKS_URL: issuer.address,
  });
  const module = await Test.createTestingModule({ imports: [serviceOf(env), ApiModule.with(env)] })
    .overrideProvider(BatchStore)
    .useValue(batches)
    .overrideProvider(SegmentStore)
    .useValue(new MemorySegmentStore())
    .overrideProvider(MemberDirectory)
    .useValue(directory)
    .overrideProvider(MethodNotAllowedRoutes)
    .useValue({})
    .compile();
  application = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { bodyParser: false });
  await configureHttp(env).configure?.(application);
  await application.init();
});

afterAll(async () => {
  await application.close();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What `startService` provides. */
function serviceOf(env: Env) {
  @Global()
  @Module({
    imports: [LoggerModule.forRoot({ pinoHttp: { enabled: false }, forRoutes: [] })],
    providers: [Metrics, Readiness, { provide: ENV, useValue: env }],
    exports: [Metrics, Readiness, ENV],
  })
  class Service {}
  return Service;
}

describe('ApiModule', () => {
  it('serves batches from the store that is provided', async () => {
    const owner = { memberCode: '10000001', clientId: 'client-1' };
    const { id } = await batches.add({ ...owner, functionName: 'orderblock', criteria: {}, requestedAt: Date.now() });
    const answer = await application.inject({
      url: '/ordApi/order/batches',
      headers: { authorization: `Bearer ${await issuer.sign()}` },
    });
    expect(answer.json()).toMatchObject({ result: 0, batch_list: [{ batch_id: String(id), state: 'waiting' }] });
  });
});
