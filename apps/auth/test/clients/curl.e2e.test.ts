import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, Browser } from '../browser.js';
import { callback, password, realm, shareAuth, type TestedAuth } from '../running-auth.js';
import { tokenRecord } from './expectations.js';

const run = promisify(execFile);
const record = { ...tokenRecord, exires_in: 300 };

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
});

/** Posts a form in the way that the documentation shows. Returns the status and the body of the answer. */
async function curl(
  path: string,
  fields: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<{ status: number; body: string }> {
  const data = Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
  const { stdout } = await run('curl', ['-sS', '-w', '\n%{http_code}', ...options, ...data, `${auth.url}${path}`]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

async function tokensOf(path: string, fields: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { status, body } = await curl(path, fields);
  expect([status, JSON.parse(body)]).toEqual([200, record]);
  return JSON.parse(body) as Record<string, string>;
}

const tokenPath = `/idp/oauth2/access_token${realm}`;

async function byCode(verifier?: string): Promise<Record<string, string>> {
  const challenge = verifier === undefined ? '' : createHash('sha256').update(verifier).digest('base64url');
  const pkce = { code_challenge: challenge, code_challenge_method: challenge === '' ? '' : 'S256' };
  const code = await new Browser(auth).authorize(authorizationQuery(auth, pkce));
  const proof: Record<string, string> = verifier === undefined ? {} : { code_verifier: verifier };
  return tokensOf(tokenPath, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    ...auth.client,
    ...proof,
  });
}

const byCredentials = () => ({ user_id: auth.userId, user_password: password, ...auth.client });

describe('curl', () => {
  it('takes the code flow without PKCE', async () => {
    expect(await byCode()).toEqual(record);
  });

  it('takes the code flow with PKCE', async () => {
    expect(await byCode('v'.repeat(43))).toEqual(record);
  });

  it('takes the credentials flow, as JSON and as XML', async () => {
    await tokensOf('/api/credentials/access_token', byCredentials());
    const { status, body } = await curl('/api/credentials/access_token', { ...byCredentials(), response_type: 'xml' });
    expect(status).toBe(200);
    expect(body).toMatch(/<token>.*<exires_in>300<\/exires_in>.*<\/token>/s);
  });

  it.each([
    ['code', () => byCode()],
    ['credentials', () => tokensOf('/api/credentials/access_token', byCredentials())],
  ])('reissues the tokens of the %s flow', async (_flow, sign) => {
    const { refresh_token = '' } = await sign();
    const successor = await tokensOf(tokenPath, { grant_type: 'refresh_token', refresh_token, ...auth.client });
    expect(successor['refresh_token']).not.toBe(refresh_token);
  });

  it('introspects and revokes, with HTTP Basic too', async () => {
    const { access_token = '', refresh_token = '' } = await byCode();
    const basic = ['--user', `${auth.client.client_id}:${auth.client.client_secret}`];
    const active = await curl('/idp/oauth2/introspect', { token: access_token }, basic);
    expect(JSON.parse(active.body)).toMatchObject({ active: true });
    expect(await curl('/idp/oauth2/revoke', { token: refresh_token }, basic)).toEqual({ status: 200, body: '{}' });
    const ended = await curl('/idp/oauth2/introspect', { token: access_token, ...auth.client });
    expect(JSON.parse(ended.body)).toEqual({ active: false });
  });
});
