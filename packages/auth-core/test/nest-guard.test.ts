import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, type ExecutionContext, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type AccessTokenClaims, type AccessTokenVerifier, AuthError } from '../src/index.js';
import { BearerTokenStrategy } from '../src/nest/bearer-token.strategy.js';
import { ApiTokenModule, BearerTokenGuard, BearerTokenRefused, Caller } from '../src/nest/index.js';
import { revocationDigest } from '../src/revocation/revocation.js';
import { TestTokenIssuer } from '../src/testing/index.js';
import { type Published, publish } from './published.js';

const issuer = 'https://auth.example';
const audience = 'urn:trading-platform:api';
const tokens = new TestTokenIssuer({ issuer });

@Controller()
class WhoController {
  @Get('who')
  who(@Caller() caller: AccessTokenClaims) {
    return { member: caller.memberCode, client: caller.clientId };
  }
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('BearerTokenGuard on %s', (_name, makeAdapter) => {
  let published: Published;
  let application: INestApplication;
  let url: string;
  const revocations: [string, number, number][] = [];

  beforeAll(async () => {
    published = await publish();
    published.answers.set('/jwks', () => tokens.keySet());
    published.answers.set('/revocations', () => ({ position: 1, more: false, keep_seconds: 360, revocations }));
    revocations.push([revocationDigest('client', 'revoked-client'), Date.now(), 1]);

    @Module({
      imports: [
        ApiTokenModule.forRoot({
          issuer,
          audience,
          jwksUrl: `${published.url}/jwks`,
          revocationFeedUrl: `${published.url}/revocations`,
        }),
      ],
      controllers: [WhoController],
      providers: [{ provide: APP_GUARD, useExisting: BearerTokenGuard }],
    })
    class ApiModule {}

    application = await NestFactory.create(ApiModule, makeAdapter(), { logger: false });
    await application.listen(0, '127.0.0.1');
    url = `${await application.getUrl()}/who`;
    // The application starts even if the first read of the revocations fails.
    const headers = { authorization: `Bearer ${tokens.issue({ client_id: 'revoked-client' })}` };
    while ((await fetch(url, { headers })).status !== 401) await sleep(20);
  });

  afterAll(async () => {
    await application.close();
    await published.close();
  });

  it('lets a valid token pass and hands its claims to the handler', async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${tokens.issue({ member_code: '42' })}` } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ member: '42', client: 'test-client' });
  });

  const realm = 'Bearer realm="/api"';
  const invalid = expect.stringMatching(/^Bearer realm="\/api", error="invalid_token", error_description="[^"]+"$/);

  it.each([
    ['no header', undefined, realm],
    ['another scheme', 'Basic abc', realm],
    ['no token', 'Bearer', invalid],
    ['two tokens', 'Bearer a b', invalid],
    ['a malformed token', 'Bearer abc', invalid],
    ['an expired token', `Bearer ${tokens.issue({ exp: 1 })}`, invalid],
    ['a token of another issuer', `Bearer ${tokens.issue({ iss: 'https://other.example' })}`, invalid],
    ['a token of a revoked client', `Bearer ${tokens.issue({ client_id: 'revoked-client' })}`, invalid],
  ])('refuses %s', async (_what, authorization, challenge) => {
    const response = await fetch(url, authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toEqual(challenge);
  });

  it('does not read the token from the address', async () => {
    expect((await fetch(`${url}?access_token=${tokens.issue()}`)).status).toBe(401);
  });

  it('takes the scheme in any case', async () => {
    const response = await fetch(url, { headers: { authorization: `bEARER  ${tokens.issue()}` } });
    expect(response.status).toBe(200);
  });
});

const contextOf = (request: object) =>
  ({
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ header: () => undefined }) }),
  }) as unknown as ExecutionContext;
/** Makes a guard, and collects the tokens that the guard has passed to Passport. */
const makeGuard = (parts: Partial<AccessTokenVerifier>) => {
  const asked: string[] = [];
  const verify = (token: string) => {
    asked.push(token);
    return parts.verify!(token);
  };
  const verifier = { recall: () => undefined, ...parts, verify } as Partial<AccessTokenVerifier>;
  return { asked, guard: new BearerTokenGuard(verifier as AccessTokenVerifier) };
};
const aRequest = (): { headers: object; user?: object } => ({ headers: { authorization: 'Bearer abc' } });

describe('BearerTokenGuard', () => {
  const claims = { subject: 'hanako' } as AccessTokenClaims;
  // Passport knows the strategy as soon as one instance has been created.
  beforeAll(() => expect(new BearerTokenStrategy()).toBeDefined());

  it.each(['token-invalid', 'overloaded'] as const)('asks once about a token that is %s', async (code) => {
    const { asked, guard } = makeGuard({ verify: () => Promise.reject(new AuthError(code, 'Refused')) });
    await expect(guard.canActivate(contextOf(aRequest()))).rejects.toThrow(
      code === 'overloaded' ? AuthError : BearerTokenRefused,
    );
    expect(asked).toEqual(['abc']);
  });

  it('does not ask Passport about a token that was verified before', async () => {
    const { asked, guard } = makeGuard({ recall: () => claims });
    const request = aRequest();
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect([request.user, asked]).toEqual([claims, []]);
  });

  it('verifies by its own verifier, whichever others the process has', async () => {
    const others = { subject: 'taro' } as AccessTokenClaims;
    const guards = [claims, others].map((known) => makeGuard({ verify: () => Promise.resolve(known) }).guard);
    const requests = guards.map(aRequest);
    await Promise.all(
      guards.map((guard, index) => Promise.resolve(guard.canActivate(contextOf(requests[index] ?? {})))),
    );
    expect(requests.map(({ user }) => user)).toEqual([claims, others]);
  });
});
