import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Module, Param, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { AccessTokenClaims } from '../src/index.js';
import { ApiTokenModule, BearerTokenGuard, Caller, NeedsRight, RightGuard, requireRight } from '../src/nest/index.js';
import { TestTokenIssuer } from '../src/testing/index.js';
import { type Published, publish } from './published.js';

const issuer = 'https://auth.example';
const audience = 'urn:trading-platform:api';
const tokens = new TestTokenIssuer({ issuer });

@Controller()
@UseGuards(BearerTokenGuard, RightGuard)
class ShelfController {
  @Get('one')
  @NeedsRight('list')
  one(): string {
    return 'one';
  }

  @Get('two')
  @NeedsRight('list', 'order')
  two(): string {
    return 'two';
  }

  @Get('found/:right')
  @NeedsRight()
  found(@Param('right') right: string, @Caller() caller: AccessTokenClaims): string {
    requireRight(caller, right);
    return 'found';
  }

  @Get('forgotten')
  forgotten(): string {
    return 'forgotten';
  }
}

@Controller()
@UseGuards(RightGuard)
class UnguardedController {
  @Get('unguarded')
  @NeedsRight('list')
  unguarded(): string {
    return 'unguarded';
  }
}

const refusal = (right: string) => [
  403,
  `This application does not have the right "${right}": ask the operator of the platform for it, then sign in or get a token anew.`,
];

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('RightGuard on %s', (_name, makeAdapter) => {
  let published: Published;
  let application: INestApplication;
  let url: string;

  beforeAll(async () => {
    published = await publish();
    published.answers.set('/jwks', () => tokens.keySet());

    @Module({
      imports: [ApiTokenModule.forRoot({ issuer, audience, jwksUrl: `${published.url}/jwks` })],
      controllers: [ShelfController, UnguardedController],
    })
    class ApiModule {}

    application = await NestFactory.create(ApiModule, makeAdapter(), { logger: false });
    await application.listen(0, '127.0.0.1');
    url = await application.getUrl();
  });

  afterAll(async () => {
    await application.close();
    await published.close();
  });

  async function call(path: string, entitlements: unknown): Promise<[number, string]> {
    const headers = { authorization: `Bearer ${tokens.issue({ entitlements })}` };
    const answer = await fetch(`${url}/${path}`, { headers });
    const body = await answer.text();
    return [answer.status, answer.ok ? body : (JSON.parse(body) as { message: string }).message];
  }

  it.each([
    ['one', ['list']],
    ['one', ['order', 'list']],
    ['one', 'list'],
    ['one', undefined],
    ['two', ['order', 'list', 'batch']],
    ['found/batch', ['batch']],
  ])('lets a call of %s pass with the rights %j', async (path, rights) => {
    expect(await call(path, rights)).toEqual([200, path.split('/')[0]]);
  });

  it.each([
    ['one', [], 'list'],
    ['one', ['order', 'lists', 'LIST'], 'list'],
    ['two', ['order'], 'list'],
    ['two', ['list'], 'order'],
    ['found/batch', ['list', 'order'], 'batch'],
    ['found/update', undefined, 'update'],
    ['found/event', undefined, 'event'],
  ])('refuses a call of %s with the rights %j, and names %s', async (path, rights, missing) => {
    expect(await call(path, rights)).toEqual(refusal(missing));
  });

  it.each([
    ['a handler that names no right', 'forgotten'],
    ['a call whose token no guard has verified', 'unguarded'],
  ])('serves %s to nobody', async (_what, path) => {
    expect(await call(path, ['list', 'order'])).toEqual([500, 'Internal server error']);
  });

  it('refuses an invalid token first', async () => {
    expect((await fetch(`${url}/one`)).status).toBe(401);
  });
});
