import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TestTokenIssuer } from '@trading-platform/auth-core/testing';
import { authorizationQuery, Browser } from './browser.js';
import { type Answer, callback, password, shareAuth, type TestedAuth } from './running-auth.js';

/** A request in the table of refusals. A placeholder `<name>` is replaced by the value that the server made for this run. */
interface Refused {
  readonly method?: string;
  readonly query?: string;
  /** Fields that are set in a valid request. A field with an empty text is removed from the request. */
  readonly change?: Readonly<Record<string, string>>;
  /** The body that is sent instead of the fields. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Expected {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

type Row = readonly [what: string, request: Refused, expected: Expected];

const invalidRequest = { status: 400, error: 'invalid_request' };
const invalidClient = { status: 400, error: 'invalid_client' };
const invalidGrant = { status: 400, error: 'invalid_grant' };
const challenged = { 'www-authenticate': 'Basic realm="/api", charset="UTF-8"' };
const basicRefused = { status: 401, error: 'invalid_client', headers: challenged };
const onlyPost = { status: 405, error: 'invalid_request', headers: { allow: 'POST' } };
const withoutClient = { client_id: '', client_secret: '' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const manyParameters = Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&');
const formType = 'application/x-www-form-urlencoded';
const json = { 'content-type': 'application/json' };

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

/**
 * The refusals that every endpoint for clients must give: for an invalid form, for invalid parameters, and for failed client
 * authentication (RFC 6749 2.3, 3.2, 5.2).
 */
const common: readonly Row[] = [
  ['GET', { method: 'GET' }, onlyPost],
  ['PUT', { method: 'PUT' }, onlyPost],
  ['DELETE', { method: 'DELETE' }, onlyPost],
  ['a JSON body', { body: '{}', headers: json }, invalidRequest],
  ['a multipart body', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, invalidRequest],
  ['a text body', { body: 'a=b', headers: { 'content-type': 'text/plain' } }, invalidRequest],
  ['a form in Shift_JIS', { headers: { 'content-type': `${formType}; charset=Shift_JIS` } }, invalidRequest],
  ['a form in Latin-1', { headers: { 'content-type': `${formType}; charset=iso-8859-1` } }, invalidRequest],
  ['bytes of Shift_JIS in a form', { body: 'user_id=%83%6E%83%69%83%52' }, invalidRequest],
  ['a body of more than 16 kB', { change: { padding: 'a'.repeat(16_384) } }, invalidRequest],
  ['more than 100 parameters', { body: manyParameters }, invalidRequest],
  [
    'an empty body',
    { body: '' },
    { status: 400, error: expect.stringMatching(/^invalid_(request|client)$/) as unknown as string },
  ],
  ['a repeated parameter', { body: 'client_id=a&client_id=a' }, invalidRequest],
  ['a repeated unknown parameter', { body: 'x=1&x=2' }, invalidRequest],
  ['a null character', { body: 'client_id=a%00b' }, invalidRequest],
  ['a null character in Basic', { change: withoutClient, headers: basic('%00:a') }, basicRefused],
  ['a secret in the query', { query: 'client_secret=<secret>' }, invalidRequest],
  ['a client in the query', { query: 'client_id=<id>' }, invalidRequest],
  ['no client', { change: withoutClient }, invalidClient],
  ['a client without a secret', { change: { client_secret: '' } }, invalidClient],
  ['a secret without a client', { change: { client_id: '' } }, invalidClient],
  ['an unknown client', { change: { client_id: 'nobody' } }, invalidClient],
  ['a wrong secret', { change: { client_secret: 'wrong' } }, invalidClient],
  ['the secret of another client', { change: { client_secret: '<other secret>' } }, invalidClient],
  ['a disabled client', { change: { client_id: '<disabled id>', client_secret: '<disabled secret>' } }, invalidClient],
  ['Basic with a wrong secret', { change: withoutClient, headers: basic('<id>:wrong') }, basicRefused],
  ['Basic of an unknown client', { change: withoutClient, headers: basic('nobody:wrong') }, basicRefused],
  ['Basic that cannot be read', { change: withoutClient, headers: { authorization: 'Basic %%%' } }, basicRefused],
  ['Basic without a colon', { change: withoutClient, headers: basic('abc') }, basicRefused],
  ['Basic and a secret in the body', { headers: basic('<id>:<secret>') }, invalidRequest],
  [
    'Basic and another client in the body',
    { change: { client_secret: '' }, headers: basic('other:x') },
    invalidRequest,
  ],
  ['another scheme', { change: withoutClient, headers: { authorization: 'Bearer <access>' } }, invalidClient],
];

/** An endpoint with a valid request, and with the refusals that it has in addition to `common`. */
interface Endpoint {
  readonly title: string;
  readonly path: string;
  readonly query?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

const client = { client_id: '<id>', client_secret: '<secret>' };

const endpoints: readonly Endpoint[] = [
  {
    title: 'credentials flow (Spec 4.3)',
    path: '/api/credentials/access_token',
    fields: { ...client, user_id: '<user>', user_password: password },
    rows: [
      ['a password in other letters', { change: { user_password: password.toUpperCase() } }, invalidGrant],
      ['a password that is too long to be one', { change: { user_password: 'a'.repeat(2_000) } }, invalidGrant],
      ['a disabled user', { change: { user_id: 'disabled' } }, invalidGrant],
      ['a password in the query', { query: 'user_password=x' }, invalidRequest],
      ['a user in the query', { query: 'user_id=<user>' }, invalidRequest],
      ['a repeated password', { body: 'user_password=a&user_password=b' }, invalidRequest],
      [
        'a client without this flow',
        { change: { client_id: '<code id>', client_secret: '<code secret>' } },
        { status: 400, error: 'unauthorized_client' },
      ],
    ],
  },
  {
    title: 'code exchange (Spec 4.2, RFC 6749 4.1.3, RFC 7636 4.6, RFC 9700 2.1.1)',
    path: '/idp/oauth2/access_token',
    query: 'realm=/api',
    fields: { ...client, grant_type: 'authorization_code', code: '<code>', redirect_uri: callback },
    rows: [
      ['a repeated realm', { query: 'realm=/api&realm=/api' }, invalidRequest],
      ['the password grant', { change: { grant_type: 'password' } }, { status: 400, error: 'unsupported_grant_type' }],
      [
        'client credentials of a client that is no service account',
        { change: { grant_type: 'client_credentials' } },
        { status: 400, error: 'unauthorized_client' },
      ],
      ['a code in the query', { query: 'realm=/api&code=<code>' }, invalidRequest],
      ['a redirect with a slash more', { change: { redirect_uri: `${callback}/` } }, invalidGrant],
      ['a redirect with a query', { change: { redirect_uri: `${callback}?a=1` } }, invalidGrant],
      ['a redirect in capitals', { change: { redirect_uri: callback.replace('client', 'CLIENT') } }, invalidGrant],
      ['a verifier for a code without a challenge', { change: { code_verifier: verifier } }, invalidGrant],
      ['the challenge as verifier', { change: { code: '<proven code>', code_verifier: challenge } }, invalidGrant],
      ['a short verifier', { change: { code: '<proven code>', code_verifier: 'short' } }, invalidGrant],
      ['a refresh token as code', { change: { code: '<refresh>' } }, invalidGrant],
      [
        'a client without this flow',
        { change: { client_id: '<batch id>', client_secret: '<batch secret>' } },
        { status: 400, error: 'unauthorized_client' },
      ],
    ],
  },
  {
    title: 'reissue (Spec 4.4, RFC 6749 6, RFC 9700 4.14)',
    path: '/idp/oauth2/access_token',
    query: 'realm=/api',
    fields: { ...client, grant_type: 'refresh_token', refresh_token: '<refresh>' },
    rows: [
      ['a short refresh token', { change: { refresh_token: 'short' } }, invalidGrant],
      ['a code', { change: { refresh_token: '<code>' } }, invalidGrant],
      ['a refresh token in the query', { query: 'realm=/api&refresh_token=<refresh>' }, invalidRequest],
      [
        'more scope',
        { change: { scope: 'openid profile email qualified admin' } },
        { status: 400, error: 'invalid_scope' },
      ],
      ['a revoked token', { change: { refresh_token: '<revoked>' } }, invalidGrant],
    ],
  },
  {
    title: 'revocation (RFC 7009 2)',
    path: '/idp/oauth2/revoke',
    fields: { ...client, token: '<refresh>' },
    rows: [
      ['no token', { change: { token: '' } }, invalidRequest],
      ['a token in the query', { query: 'token=<refresh>' }, invalidRequest],
      [
        'an access token of another client',
        { change: { token: '<access>', client_id: '<other id>', client_secret: '<other secret>' } },
        invalidGrant,
      ],
    ],
  },
  {
    title: 'introspection (RFC 7662 2)',
    path: '/idp/oauth2/introspect',
    fields: { ...client, token: '<access>' },
    rows: [
      ['no token', { change: { token: '' } }, invalidRequest],
      ['a token in the query', { query: 'token=<access>' }, invalidRequest],
    ],
  },
];

let auth: TestedAuth;
const values = new Map<string, string>();
const fill = (text: string) => text.replaceAll(/<([a-z ]+)>/g, (whole, name: string) => values.get(name) ?? whole);

beforeAll(async () => {
  auth = await shareAuth();
  await makeValues();
});

async function makeValues(): Promise<void> {
  const { clients, users } = auth.administration;
  const keep = async (name: string, flows: { codeFlow?: boolean; credentialsFlow?: boolean } = {}) => {
    const made = await clients.create({ name, redirectUris: [callback], ...flows });
    values.set(`${name} id`, made.client.clientId).set(`${name} secret`, made.clientSecret);
    return made.client.clientId;
  };
  await keep('other');
  await keep('code', { credentialsFlow: false });
  await keep('batch', { codeFlow: false });
  await clients.disable(await keep('disabled'));
  await users.create({ userId: 'disabled', memberCode: '1', password });
  await users.disable('disabled');
  values.set('user', auth.userId).set('id', auth.client.client_id).set('secret', auth.client.client_secret);
  const tokens = await signIn();
  values.set('access', String(tokens['access_token'])).set('refresh', String(tokens['refresh_token']));
  const revoked = String((await signIn())['refresh_token']);
  await auth.post('/idp/oauth2/revoke', { ...auth.client, token: revoked });
  values.set('revoked', revoked);
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  values.set('code', await new Browser(auth).authorize(authorizationQuery(auth)));
  values.set('proven code', await new Browser(auth).authorize(authorizationQuery(auth, proof)));
}

async function signIn(): Promise<Record<string, unknown>> {
  const fields = { ...auth.client, user_id: auth.userId, user_password: password };
  return (await auth.post('/api/credentials/access_token', fields)).json;
}

async function send(
  endpoint: Endpoint,
  { method = 'POST', query, change = {}, body, headers = {} }: Refused,
): Promise<Answer> {
  const asked = fill(query ?? endpoint.query ?? '').replace(/^-$/, '');
  const fields = Object.entries({ ...endpoint.fields, ...change }).filter(([, value]) => value !== '');
  const form =
    body ?? new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, fill(value)]))).toString();
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'authorization' ? fillBasic(value) : value,
  ]);
  const path = `${endpoint.path}${asked === '' ? '' : `?${asked}`}`;
  return method === 'POST' ? auth.post(path, form, Object.fromEntries(sent)) : auth.send(method, path);
}

/** The placeholders are inside the part that is base64-encoded. */
function fillBasic(authorization: string): string {
  const [scheme = '', encoded = ''] = authorization.split(' ');
  if (scheme !== 'Basic' || encoded.startsWith('%')) return fill(authorization);
  return `Basic ${Buffer.from(fill(Buffer.from(encoded, 'base64').toString())).toString('base64')}`;
}

describe.each(endpoints)('$title refuses', (endpoint) => {
  it.each([...common, ...endpoint.rows])('%s', async (_what, request, { status, error, headers = {} }) => {
    const answer = await send(endpoint, request);
    expect({ status: answer.status, body: answer.json }).toEqual({
      status,
      body: { error, error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) },
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      ...headers,
    });
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('nothing of what it should take', async () => {
    const good = { change: endpoint.fields['token'] === undefined ? {} : { token: 'unknown' } };
    expect((await send(endpoint, good)).status).toBe(200);
  });
});

describe('early errors of the credentials flow', () => {
  const path = '/api/credentials/access_token';
  const post = (query: string, body: string, type = formType) =>
    auth.post(path + query, body, { 'content-type': type });
  const large = 'x'.repeat(20_000);

  it.each<[string, () => Promise<Answer>, number]>([
    ['a form in Shift_JIS', () => post('', 'response_type=xml', `${formType}; charset=Shift_JIS`), 400],
    ['a form that is too large', () => post('', `response_type=xml&user_id=${large}`), 400],
    ['a form that is too large, by its query', () => post('?response_type=xml', `user_id=${large}`), 400],
    ['another type', () => post('', 'response_type=xml', 'text/plain'), 400],
    ['another type, by its query', () => post('?response_type=xml', '{}', 'application/json'), 400],
    ['a type that is none', () => post('?response_type=xml', 'x', 'x'), 400],
    ['a repeated parameter', () => post('', 'response_type=xml&user_id=a&user_id=b'), 400],
    ['another method', () => auth.send('DELETE', `${path}?response_type=xml`), 405],
    ['no body', () => auth.send('POST', `${path}?response_type=xml`), 400],
  ])('are in XML where it was asked for: %s', async (_what, ask, status) => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/xml; charset=UTF-8']);
    expect(answer.text).toContain('<error_response><error>invalid_request</error>');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each<[string, () => Promise<Answer>]>([
    ['that asks for JSON', () => post('?response_type=xml', `response_type=json&user_id=${large}`)],
    ['that asks twice', () => post('', `response_type=xml&response_type=xml&user_id=${large}`)],
    ['that asks behind the first 16 kB', () => post('', `user_id=${large}&response_type=xml`)],
  ])('are in JSON for a form %s', async (_what, ask) => {
    const answer = await ask();
    expect([answer.status, answer.json]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('tell what is wrong with the character set', async () => {
    const { json: answer } = await post('', 'user_id=a', `${formType}; charset=Shift_JIS`);
    expect(answer['error_description']).toBe('The form must be in UTF-8; other character sets are not read');
  });

  it('do not take U+FFFD for misread when it was sent', async () => {
    const fields = { ...auth.client, user_id: auth.userId, user_password: '\uFFFD wrong' };
    expect((await auth.post(path, fields)).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('introspection knows nothing about', () => {
  const foreign = new TestTokenIssuer({ issuer: 'https://other.example' });
  it.each([
    ['a token of another server', () => foreign.issue()],
    ['a token without a signature', () => `${fill('<access>').split('.').slice(0, 2).join('.')}.`],
    ['a changed token', () => fill('<access>').replace(/\.[^.]{4}/, '.AAAA')],
    ['a code', () => fill('<code>')],
  ])('%s', async (_what, token) => {
    const answer = await auth.post('/idp/oauth2/introspect', { ...auth.client, token: token() });
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 200, body: { active: false } });
  });
});

describe('other addresses', () => {
  it.each([
    ['/nowhere', 404, 'not_found'],
    ['/idp/oauth2/nowhere', 404, 'not_found'],
    ['/other/oauth2/jwks', 404, 'not_found'],
    ['/idp/oauth2/revocations?after=x', 400, 'invalid_request'],
    ['/idp/oauth2/revocations?after=-1', 400, 'invalid_request'],
    ['/idp/oauth2/revocations?after=1&after=2', 400, 'invalid_request'],
  ])('%s', async (path, status, error) => {
    expect(await auth.get(path)).toMatchObject({ status, json: { error } });
  });

  it.each(['/idp/oauth2/jwks', '/.well-known/oauth-authorization-server', '/idp/oauth2/revocations'])(
    '%s only answers GET',
    async (path) => {
      const answer = await auth.post(path, {});
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('GET');
    },
  );
});
