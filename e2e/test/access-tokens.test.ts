import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { ApiCaller } from '../src/api-caller.js';
import { Platform } from '../src/platform.js';

const ownMember = '10000001';
const path = '/ordApi/order/master/download/buy/request';

let platform: Platform;
let foreign: Platform;
let caller: ApiCaller;

beforeAll(async () => {
  [platform, foreign] = await Promise.all([
    Platform.start({ database: 'sqlite', services: ['auth', 'api'], settings: { ACCESS_TOKEN_LIFETIME_SECONDS: '3' } }),
    Platform.start({ database: 'sqlite', services: ['auth'] }),
  ]);
  for (const each of [platform, foreign]) await each.load('members', [{ member_code: ownMember }]);
  caller = await platform.caller(ownMember);
});

afterAll(() => Promise.all([platform.stop(), foreign.stop()]));

async function expectUnauthorized(headers: Record<string, string>, challenge: RegExp): Promise<void> {
  const answer = await fetch(`${platform.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });
  const body = await answer.json();
  expect({ status: answer.status, body }).toEqual({
    status: 401,
    body: {
      request_id: answer.headers.get('x-request-id'),
      result: 1,
      error_list: [{ error_item: '', error_code: 'E100002', error_detail: expect.any(String) }],
    },
  });
  expect(answer.headers.get('www-authenticate')).toMatch(challenge);
}

const bare = /^Bearer realm="\/api"$/;
const invalid = /^Bearer realm="\/api", error="invalid_token"/;

/** The caller's own token with other claims or another signature. */
async function forged(change: (claims: Record<string, unknown>) => void): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const token = await caller.token();
  const claims = decodeJwt(token) as Record<string, unknown>;
  change(claims);
  return new SignJWT(claims).setProtectedHeader(decodeProtectedHeader(token) as { alg: string }).sign(privateKey);
}

describe('access tokens at the data API (Spec 5)', () => {
  it('no token', () => expectUnauthorized({}, bare));

  it('another scheme', () => expectUnauthorized({ Authorization: 'Basic dXNlcjpwYXNz' }, bare));

  it('the token without a scheme', async () => {
    await expectUnauthorized({ Authorization: await caller.token() }, bare);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer .', 'Bearer a.b.c'])('%j', async (value) => {
    await expectUnauthorized({ Authorization: value }, invalid);
  });

  it('a token of a foreign authentication server', async () => {
    const token = await (await foreign.caller(ownMember)).token();
    await expectUnauthorized({ Authorization: `Bearer ${token}` }, invalid);
  });

  it('a token with a changed member', async () => {
    const [head, payload, signature] = (await caller.token()).split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, member_code: '99999999' })).toString('base64url');
    await expectUnauthorized({ Authorization: `Bearer ${head}.${changed}.${signature}` }, invalid);
  });

  it('a token signed again with another key', async () => {
    const token = await forged(() => undefined);
    await expectUnauthorized({ Authorization: `Bearer ${token}` }, invalid);
  });

  it('a token without a signature', async () => {
    const [, payload] = (await caller.token()).split('.');
    const head = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    await expectUnauthorized({ Authorization: `Bearer ${head}.${payload}.` }, invalid);
  });

  it('a token whose signature is cut', async () => {
    await expectUnauthorized({ Authorization: `Bearer ${(await caller.token()).slice(0, -4)}` }, invalid);
  });

  it('a refresh token in place of an access token', async () => {
    const { userId, password, clientId, clientSecret } = caller.credentials;
    const answer = await fetch(`${platform.authUrl}/api/credentials/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        user_id: userId,
        user_password: password,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const { refresh_token } = (await answer.json()) as { refresh_token: string };
    await expectUnauthorized({ Authorization: `Bearer ${refresh_token}` }, invalid);
  });

  it('a token that has expired', async () => {
    const token = await caller.token();
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await expectUnauthorized({ Authorization: `Bearer ${token}` }, invalid);
  });

  it('a fresh token is good', async () => {
    const { status } = await caller.call('/master/download/buy/request', {});
    expect(status).toBe(200);
  });
});
