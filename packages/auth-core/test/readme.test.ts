import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiTokenModule, BearerTokenGuard, NeedsRight, RightGuard } from '../src/nest/index.js';
import { TestTokenIssuer } from '../src/testing/index.js';
import { type Published, publish } from './published.js';

const issuer = 'https://auth.example';
const audience = 'urn:trading-platform:api';
const tokens = new TestTokenIssuer({ issuer });
let published: Published;

@Controller()
class StockController {
  @Get('stock')
  @NeedsRight('list')
  stock() {
    return { boxes: 12 };
  }
}

/** Makes the module as the README shows it, but with the feed of revocations. */
function makeApiModule(jwksUrl: string, revocationFeedUrl: string) {
  @Module({
    imports: [ApiTokenModule.forRoot({ issuer, audience, jwksUrl, revocationFeedUrl })],
    controllers: [StockController],
    providers: [
      { provide: APP_GUARD, useExisting: BearerTokenGuard },
      { provide: APP_GUARD, useClass: RightGuard },
    ],
  })
  class ApiModule {}
  return ApiModule;
}

beforeAll(async () => {
  published = await publish();
  published.answers.set('/jwks', () => tokens.keySet());
  published.answers.set('/revocations', () => ({ position: 0, more: false, keep_seconds: 360, revocations: [] }));
});
afterAll(() => published.close());

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('the lines of the README on %s', (_name, makeAdapter) => {
  let application: INestApplication;
  let url: string;

  beforeAll(async () => {
    const module = makeApiModule(`${published.url}/jwks`, `${published.url}/revocations`);
    application = await NestFactory.create(module, makeAdapter(), { logger: false });
    await application.listen(0, '127.0.0.1');
    url = `${await application.getUrl()}/stock`;
  });
  afterAll(() => application.close());

  it('protect a Nest API', async () => {
    const withToken = await fetch(url, { headers: { authorization: `Bearer ${tokens.issue()}` } });
    expect([withToken.status, await withToken.json()]).toEqual([200, { boxes: 12 }]);
    const without = await fetch(url);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="/api"']);
  });
});
