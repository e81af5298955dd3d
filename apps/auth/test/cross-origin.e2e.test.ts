import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bare, rawRequest } from '@trading-platform/service/testing';
import { authorizationQuery } from './browser.js';
import { type RunningAuth, runAuth } from './running-auth.js';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await runAuth({ AUTH_ISSUER: 'https://login.example/auth' });
});
afterAll(() => auth.stop());

const send = (method: string, target: string, more: Readonly<Record<string, string>> = {}) =>
  rawRequest(auth.url, bare(method, target, more));
const allowOrigin = 'access-control-allow-origin';
const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };

/** Returns several spellings of the path. The router treats some spellings as the same path and others as different paths. */
function spellings(path: string): readonly string[] {
  const encoded = path.replace(/\/(\w)(\w*)$/, (_, first: string, rest: string) => `/%${hex(first)}${rest}`);
  return [
    path,
    encoded,
    encoded.toLowerCase(),
    path.replaceAll(/\w/g, (letter) => `%${hex(letter)}`),
    `http://evil.example${path}`,
    `HTTPS://evil.example:8443${path}`,
    `http://evil.example${encoded}`,
    `/${path}`,
    `//evil.example${path}`,
    path.replaceAll('/', '//'),
    path.replace('oauth2', './oauth2'),
    path.replace('oauth2', 'x/../oauth2'),
    path.replace('oauth2', '%2e%2e/oauth2'),
    path.toUpperCase(),
    `${path}/`,
    `${path}%20`,
    `${path};x=1`,
    `${path}#x`,
  ];
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).toUpperCase();
}

const closed = ['authorize', 'introspect', 'revocations'].map((name) => `/idp/oauth2/${name}`);
const open = [
  '/idp/oauth2/access_token',
  '/idp/oauth2/revoke',
  '/idp/oauth2/jwks',
  '/api/credentials/access_token',
  '/.well-known/oauth-authorization-server',
];

describe('what never answers other origins', () => {
  it.each(closed.flatMap(spellings))('%s', async (target) => {
    for (const method of ['GET', 'POST', 'PUT', 'PROPFIND', 'OPTIONS']) {
      const { status, headers } = await send(method, target, preflight);
      const unknown = status === 404 || (status === 204 && method === 'OPTIONS');
      expect([method, status, allowOrigin in headers]).toEqual([method, status, unknown]);
      expect(Object.keys(headers).some((name) => name.startsWith('access-control-'))).toBe(unknown);
    }
  });

  it.each(closed)('%s is found however its letters are encoded, and asked absolutely', async (path) => {
    const [, encoded = ''] = spellings(path);
    for (const target of [path, encoded, `http://evil.example${path}`]) {
      expect((await send('PROPFIND', target)).status).toBe(405);
      expect((await send('OPTIONS', target, preflight)).status).toBe(405);
    }
  });
});

describe('the sign-in page', () => {
  it.each([
    '/idp/oauth2/authorize',
    '/idp/oauth2/%61uthorize',
    '/%69dp/oauth2/authorize',
    'http://evil.example/idp/oauth2/authorize',
    'https://evil.example:8443/%69dp/oauth2/%61uthorize',
  ])('names only addresses of the configured issuer, asked as %s', async (target) => {
    const { status, body } = await send('GET', `${target}?${authorizationQuery(auth)}`);
    expect(status).toBe(200);
    const addresses = [...body.matchAll(/(?:action|href)="(?!data:)([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect(address).toMatch(/^\/auth\/idp\/oauth2\/authorize\?/);
    expect(body).not.toContain('evil');
  });
});

describe('what answers other origins', () => {
  it.each([...open, '/nowhere', '/%zz', '/idp/oauth2/%zz', '*'])(
    '%s, refusals and preflights included',
    async (target) => {
      for (const method of ['GET', 'POST', 'PROPFIND']) {
        expect((await send(method, target)).headers).toMatchObject({
          [allowOrigin]: '*',
          'access-control-expose-headers': 'X-Request-Id, Retry-After, WWW-Authenticate',
          'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        });
      }
      const { status, headers } = await send('OPTIONS', target, preflight);
      expect([status, headers]).toMatchObject([
        204,
        {
          [allowOrigin]: '*',
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'Authorization, Content-Type, Accept',
          'access-control-max-age': '86400',
        },
      ]);
    },
  );

  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['an unknown method', bare('FETCH', '/'), 400],
    ['headers without end', bare('GET', '/', { Long: 'x'.repeat(20_000) }), 431],
    ['CONNECT', bare('CONNECT', 'evil.example:443'), 405],
  ])('unreadable: %s', async (_what, text, status) => {
    const answer = await rawRequest(auth.url, text);
    expect(answer).toMatchObject({ status, headers: { [allowOrigin]: '*', 'cache-control': 'no-store' } });
    expect(JSON.parse(answer.body)).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
  });

  it('but not what is unreadable in the middle of a request to what is closed', async () => {
    const head = bare('POST', '/idp/oauth2/%69ntrospect', { 'Transfer-Encoding': 'chunked' });
    const answer = await rawRequest(auth.url, `${head}nonsense\r\n`);
    expect([answer.status, allowOrigin in answer.headers]).toEqual([400, false]);
    const other = bare('POST', '/idp/oauth2/revoke', { 'Transfer-Encoding': 'chunked' });
    expect((await rawRequest(auth.url, `${other}nonsense\r\n`)).headers[allowOrigin]).toBe('*');
  });
});

describe('a wrong method', () => {
  const allowed = new Map([
    ['/idp/oauth2/access_token', ['POST']],
    ['/idp/oauth2/jwks', ['GET', 'HEAD']],
    ['/idp/oauth2/authorize', ['GET', 'HEAD', 'POST']],
    ['/healthz', ['GET', 'HEAD']],
  ]);

  it.each([...allowed])('is 405 with Allow, whatever Node can read: %s', async (path, methods) => {
    const wrong = METHODS.filter((method) => ![...methods, 'CONNECT', 'OPTIONS'].includes(method));
    expect(wrong.length).toBeGreaterThan(25);
    for (const method of wrong) {
      const { status, headers, body } = await send(method, path);
      expect([method, status, headers['allow']?.split(', ').toSorted()]).toEqual([method, 405, methods]);
      expect(method === 'HEAD' ? '' : (JSON.parse(body) as { error: string }).error).toBe(
        method === 'HEAD' ? '' : 'invalid_request',
      );
    }
  });
});
