import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PlatformProfile, PlatformStrategy, type PlatformTokens } from '../src/passport/index.js';

interface Outcome {
  readonly kind: 'redirect' | 'success' | 'fail' | 'error';
  readonly value: unknown;
}

interface Asked {
  readonly path: string;
  readonly form: Record<string, string>;
}

const callbackUrl = 'https://app.example/callback';
const active = { active: true, sub: 'subject', username: 'hanako', member_code: '10000001' };

describe('PlatformStrategy', () => {
  let server: Server;
  let issuer: string;
  let asked: Asked[];
  let tokenAnswer: object;
  let introspection: object;
  let session: Record<string, unknown>;
  let verified: { tokens: PlatformTokens; profile: PlatformProfile } | undefined;

  beforeEach(async () => {
    asked = [];
    session = {};
    verified = undefined;
    tokenAnswer = { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', exires_in: 300 };
    introspection = active;
    server = createServer((request, response) => void respond(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    asked.push({ path, form: Object.fromEntries(new URLSearchParams(await text(request))) });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(path.includes('introspect') ? introspection : tokenAnswer));
  }

  /** Sends one request to the strategy in the same way as Passport. */
  function authenticate(query: Record<string, string>): Promise<Outcome> {
    const strategy = new PlatformStrategy(
      { issuer, clientId: 'app', clientSecret: 'secret', callbackUrl },
      (tokens, profile, done) => {
        verified = { tokens, profile };
        done(null, { id: profile.id });
      },
    );
    return new Promise((resolve) => {
      const outcomes = Object.fromEntries(
        (['redirect', 'success', 'fail', 'error'] as const).map((kind) => [
          kind,
          (value: unknown) => resolve({ kind, value }),
        ]),
      );
      const called = Object.assign(Object.create(strategy) as PlatformStrategy, outcomes);
      called.authenticate({ query, session, headers: {} } as Parameters<PlatformStrategy['authenticate']>[0]);
    });
  }

  /** Begins a sign-in, and returns the values with which the browser returns from the authorization page. */
  async function beginSignIn(): Promise<{ location: URL; answer: Record<string, string> }> {
    const { kind, value } = await authenticate({});
    if (kind !== 'redirect') throw new Error(`${kind}: ${String(value)}`);
    const location = new URL(String(value));
    return { location, answer: { code: 'code', state: location.searchParams.get('state') ?? '', iss: issuer } };
  }

  it('sends the browser to the page with everything that the contract asks for', async () => {
    const { location } = await beginSignIn();
    expect(location.origin + location.pathname).toBe(`${issuer}/idp/oauth2/authorize`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      realm: '/api',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: callbackUrl,
      scope: 'openid profile email qualified',
      access_type: 'offline',
      state: expect.stringMatching(/\w{10}/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('exchanges the code, and hands over tokens and user', async () => {
    const { answer } = await beginSignIn();
    expect(await authenticate(answer)).toEqual({ kind: 'success', value: { id: 'subject' } });
    expect(asked).toEqual([
      {
        path: '/idp/oauth2/access_token?realm=%2Fapi',
        form: {
          grant_type: 'authorization_code',
          code: 'code',
          redirect_uri: callbackUrl,
          client_id: 'app',
          client_secret: 'secret',
          code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
        },
      },
      {
        path: '/idp/oauth2/introspect',
        form: { token: 'access', client_id: 'app', client_secret: 'secret' },
      },
    ]);
    expect(verified).toEqual({
      tokens: { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 300 },
      profile: { provider: 'platform', id: 'subject', username: 'hanako', memberCode: '10000001' },
    });
  });

  it('reads the usual spelling of the lifetime too', async () => {
    tokenAnswer = { ...tokenAnswer, exires_in: undefined, expires_in: 120 };
    const { answer } = await beginSignIn();
    await authenticate(answer);
    expect(verified?.tokens.expiresInSeconds).toBe(120);
  });

  it.each([
    ['a code of another server', { code: 'code', iss: 'https://other.example' }],
    ['a code of nobody', { code: 'code' }],
    ['an error of another server', { error: 'access_denied', iss: 'https://other.example' }],
  ])('refuses %s', async (_, query) => {
    await beginSignIn();
    const { kind, value } = await authenticate(query);
    expect([kind, value]).toEqual(['fail', { message: 'The answer is of another authorization server' }]);
    expect(asked).toEqual([]);
  });

  it('refuses an answer to a sign-in that this browser has not begun', async () => {
    const { answer } = await beginSignIn();
    session = {};
    expect(await authenticate(answer)).toMatchObject({ kind: 'fail' });
    expect(asked).toEqual([]);
  });

  it('fails when the user has refused', async () => {
    await beginSignIn();
    expect(await authenticate({ error: 'access_denied', iss: issuer })).toMatchObject({ kind: 'fail' });
  });

  it.each([
    ['is not active', { active: false }],
    ['has no subject', { ...active, sub: undefined }],
    ['has no user', { ...active, username: undefined }],
    ['has no member', { ...active, member_code: undefined }],
  ])('fails when the token %s', async (_, answer) => {
    introspection = answer;
    const { kind, value } = await authenticate((await beginSignIn()).answer);
    expect(kind).toBe('error');
    expect((value as Error).message).toContain('The user cannot be read');
    expect(verified).toBeUndefined();
  });
});
