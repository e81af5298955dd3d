import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Right, rights } from '@trading-platform/domain-types';
import { authorizationQuery, authorizePath, Browser } from './browser.js';
import { type Answer, callback, password, type RunningAuth, realm, runAuth } from './running-auth.js';

let auth: RunningAuth;
let operations: readonly string[];
/** A client with certain rights that may use every call, and a user of its own. */
interface Caller {
  readonly client: Readonly<Record<'client_id' | 'client_secret', string>>;
  readonly userId: string;
}

let callers = 0;
async function aCaller(of: readonly Right[]): Promise<Caller> {
  const { clients, users } = auth.administration;
  const { client, clientSecret } = await clients.create({
    name: 'Caller',
    redirectUris: [callback],
    rights: of,
    memberCode: '10000001',
    codeFlow: true,
    credentialsFlow: true,
    openid: true,
    account: true,
  });
  const { userId } = await users.create({ userId: `caller-${++callers}`, memberCode: '10000001', password });
  return { client: { client_id: client.clientId, client_secret: clientSecret }, userId };
}

const credentials = ({ client, userId }: Caller) =>
  auth.post('/api/credentials/access_token', { ...client, user_id: userId, user_password: password });
const tokenFor = ({ client }: Caller, fields: Readonly<Record<string, string>>) =>
  auth.post(`/idp/oauth2/access_token${realm}`, { ...client, ...fields });
const text = (answer: Answer, name: string) => String(answer.json[name]);
const bearer = async (caller: Caller) => ({
  authorization: `Bearer ${text(await credentials(caller), 'access_token')}`,
});
const queryOf = ({ client }: Caller) => authorizationQuery(auth, { client_id: client.client_id });
const signInOnPage = async (caller: Caller) => {
  const browser = new Browser(auth);
  await browser.open(queryOf(caller));
  return browser.send({ user_id: caller.userId, user_password: password, decision: 'sign-in' });
};

/** The calls of each operation of the server, in all their forms. */
const calls: Readonly<Record<string, (caller: Caller) => Promise<Answer[]>>> = {
  showAuthorizationPage: async (caller) => [await auth.get(`${authorizePath}?${queryOf(caller)}`)],
  submitAuthorizationPage: async (caller) => [await signInOnPage(caller)],
  issueOrReissueTokens: async (caller) => {
    const location = new URL((await signInOnPage(caller)).headers.get('location') ?? '');
    const code = location.searchParams.get('code') ?? '';
    const exchanged = await tokenFor(caller, { grant_type: 'authorization_code', code, redirect_uri: callback });
    const refresh_token = text(exchanged, 'refresh_token');
    const reissued = await tokenFor(caller, { grant_type: 'refresh_token', refresh_token });
    return [exchanged, reissued, await tokenFor(caller, { grant_type: 'client_credentials' })];
  },
  issueTokensByCredentials: async (caller) => [await credentials(caller)],
  introspectToken: async (caller) => {
    const tokens = [
      text(await credentials(caller), 'access_token'),
      text(await credentials(caller), 'refresh_token'),
      text(await tokenFor(caller, { grant_type: 'client_credentials' }), 'access_token'),
    ];
    return Promise.all(tokens.map((token) => auth.post('/idp/oauth2/introspect', { ...caller.client, token })));
  },
  revokeToken: async (caller) => {
    const tokens = [
      text(await credentials(caller), 'refresh_token'),
      text(await tokenFor(caller, { grant_type: 'client_credentials' }), 'access_token'),
    ];
    return Promise.all(tokens.map((token) => auth.post('/idp/oauth2/revoke', { ...caller.client, token })));
  },
  listOwnGrants: async (caller) => [await auth.get('/idp/account/grants', await bearer(caller))],
  readClientName: async (caller) => [
    await auth.get(`/idp/account/clients/${caller.client.client_id}`, await bearer(caller)),
  ],
  readUserName: async (caller) => {
    const headers = await bearer(caller);
    return [await auth.get(`/idp/account/users/${subjectOf(headers.authorization)}`, headers)];
  },
  endOwnGrant: async (caller) => {
    const headers = await bearer(caller);
    const { json } = await auth.get('/idp/account/grants', headers);
    const [grant] = json['grants'] as readonly { readonly grant_id: string }[];
    const response = await fetch(`${auth.url}/idp/account/grants/${grant?.grant_id}`, { method: 'DELETE', headers });
    const body = await response.text();
    return [{ status: response.status, headers: response.headers, text: body, json: JSON.parse(body) }];
  },
  readServerMetadata: async () => [await auth.get('/.well-known/oauth-authorization-server')],
  readKeySet: async () => [await auth.get('/idp/oauth2/jwks')],
  readRevocations: async () => [await auth.get('/idp/oauth2/revocations?after=0')],
  readOpenIdConfiguration: async () => [await auth.get('/.well-known/openid-configuration')],
  readUserInfo: async (caller) => [await auth.get('/idp/oauth2/userinfo', await bearer(caller))],
  postUserInfo: async (caller) => [await auth.post('/idp/oauth2/userinfo', {}, await bearer(caller))],
};

function subjectOf(authorization: string): string {
  const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { readonly sub: string }).sub;
}

/** Returns an answer without the values that differ from call to call, and without the list of rights. */
function outlineOf({ status, headers, text: body, json }: Answer) {
  const page = body
    .replace(/<section class="access">.*?<\/section>/s, '')
    .replaceAll(/value="[^"]*"|action="[^"]*"|href="[^"]*"/g, '');
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return {
    status,
    type: headers.get('content-type'),
    location: headers.get('location')?.replaceAll(/=[^&]*/g, '='),
    body: isPage ? page : shapeOf(json),
  };
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

const send = (browser: Browser, { userId }: Caller, decision = 'sign-in') =>
  browser.send({ user_id: userId, user_password: password, decision });

/**
 * Tests the rights of clients.
 *
 * @param isWhole whether each operation is tried with every right. Otherwise it is tried without a right and with one.
 */
export function describeRights(isWhole: boolean): void {
  beforeAll(async () => {
    auth = await runAuth({ OPENID_CONNECT: '1' });
    const { json } = await auth.get('/openapi.json');
    const paths = Object.values(json['paths'] as Readonly<Record<string, Readonly<Record<string, object>>>>);
    operations = paths
      .flatMap((methods) => Object.values(methods) as readonly { operationId: string }[])
      .map(({ operationId }) => operationId);
  });
  afterAll(() => auth.stop());

  describe('the rights of a client', () => {
    it('are tried with every operation that the server describes', () => {
      expect(Object.keys(calls).toSorted()).toEqual(operations.toSorted());
    });

    it.each(Object.entries(calls).map(([name, call], place) => [name, call, place] as const))(
      'change no answer of the server: %s',
      async (_operation, call, place) => {
        const expected = (await call(await aCaller(rights))).map(outlineOf);
        expect(expected.map(({ status }) => status).every((status) => status < 400)).toBe(true);
        const tried = rights.filter((_, other) => isWhole || other === place % rights.length);
        for (const of of [[], ...tried.map((right) => [right])]) {
          expect([of, (await call(await aCaller(of))).map(outlineOf)]).toEqual([of, expected]);
        }
      },
    );
  });

  describe('the authorization page', () => {
    it('grants the rights that it has shown, and is shown again after a change of the rights', async () => {
      const caller = await aCaller(['list']);
      const browser = new Browser(auth);
      await browser.open(queryOf(caller));
      expect(browser.page).not.toContain('place orders for your company');
      await auth.administration.clients.setRights(caller.client.client_id, ['order', 'list']);
      const anew = await send(browser, caller);
      expect([anew.status, anew.headers.get('location')]).toEqual([400, null]);
      expect(anew.text).toContain('place orders for your company');
      expect(anew.text).toContain('has changed. Read it, then enter your password again.');
      expect(anew.text).toContain(`value="${caller.userId}"`);
      expect((await send(browser, caller)).status).toBe(303);
    });

    it('can still be cancelled after a change of the rights', async () => {
      const caller = await aCaller(['list']);
      const browser = new Browser(auth);
      await browser.open(queryOf(caller));
      await auth.administration.clients.setRights(caller.client.client_id, []);
      const location = new URL((await send(browser, caller, 'cancel')).headers.get('location') ?? '');
      expect(location.searchParams.get('error')).toBe('access_denied');
    });
  });

  describe('a service account', () => {
    it('gets only an access token, which can be introspected and revoked like others', async () => {
      const { client, clientSecret } = await auth.administration.clients.create({
        name: 'Nightly batch',
        memberCode: '10000002',
        rights: ['order', 'list'],
      });
      const fields = { client_id: client.clientId, client_secret: clientSecret };
      const answer = await auth.post(`/idp/oauth2/access_token${realm}`, {
        ...fields,
        grant_type: 'client_credentials',
      });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const { access_token: token } = answer.json;
      expect(answer.json).toEqual({
        scope: 'openid profile email qualified',
        exires_in: 300,
        expires_in: 300,
        token_type: 'Bearer',
        access_token: expect.any(String),
      });
      const state = await auth.post('/idp/oauth2/introspect', { ...fields, token: String(token) });
      expect(state.json).toMatchObject({
        active: true,
        sub: client.clientId,
        client_id: client.clientId,
        member_code: '10000002',
        entitlements: ['order', 'list'],
      });
      expect(state.json).not.toHaveProperty('username');
      const userInfo = await auth.get('/idp/oauth2/userinfo', { authorization: `Bearer ${String(token)}` });
      expect([userInfo.status, userInfo.json['error']]).toEqual([403, 'insufficient_scope']);
      await auth.post('/idp/oauth2/revoke', { ...fields, token: String(token) });
      const revoked = await auth.post('/idp/oauth2/introspect', { ...fields, token: String(token) });
      expect(revoked.json).toEqual({ active: false });
    });
  });
}
