import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, SignJWT } from 'jose';
import { pageTexts } from '../src/page/page-texts.js';
import { allowDevice, authorizationQuery, authorizePath, Browser } from './browser.js';
import { type Answer, callback, password, realm, shareAuth, type TestedAuth } from './running-auth.js';
import { type Answered, type WrongRequest, wrongRequests } from './wrong-requests.js';

const tokenPath = `/idp/oauth2/access_token${realm}`;
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pathOfForm = { security: '/idp/account/security', device: '/device' } as const;
const many = Array.from({ length: 95 }, (_, index) => `p${index}=1`).join('&');

let auth: TestedAuth;
const values = new Map<string, string>();
const clients = new Map<string, Readonly<Record<'client_id' | 'client_secret', string>>>();
const fill = (text: string) =>
  text.replaceAll(/<([a-zI][a-zD0-9 ]*)>/g, (whole, name: string) => values.get(name) ?? whole);

beforeAll(async () => {
  auth = await shareAuth();
  await makeClients();
  await makeTokens();
  await makeDevices();
  await makeAssertions();
});

async function makeClients(): Promise<void> {
  const { administration } = auth;
  const keep = async (name: string, more: object = {}) => {
    const made = await administration.clients.create({ name, redirectUris: [callback], ...more });
    clients.set(name, { client_id: made.client.clientId, client_secret: made.clientSecret });
    values.set(`${name} id`, made.client.clientId).set(`${name} secret`, made.clientSecret);
    return made.client.clientId;
  };
  await administration.clients.mark(auth.client.client_id, { deviceFlow: true });
  await keep('other');
  await keep('device', { deviceFlow: true });
  await keep('batch', { codeFlow: false });
  await keep('proving', { pkceRequired: true });
  await keep('account', { account: true });
  await keep('openid', { openid: true });
  await keep('service', { memberCode: '10000001' });
  await keep('signing', { memberCode: '10000001' });
  await administration.clients.disable(await keep('disabled'));
  values
    .set('user', auth.userId)
    .set('id', auth.client.client_id)
    .set('secret', auth.client.client_secret)
    .set('password', password);
  values.set('ID', auth.client.client_id.toUpperCase()).set('challenge', challenge);
  values.set('many', many).set('query', authorizationQuery(auth));
}

const cut = (text: string) => text.slice(0, -1);

async function makeTokens(): Promise<void> {
  const signIn = async (client: Readonly<Record<string, string>> = auth.client, userId = auth.userId) =>
    (await auth.post('/api/credentials/access_token', { ...client, user_id: userId, user_password: password })).json;
  const { access_token: access, refresh_token: refresh } = await signIn();
  values
    .set('access', String(access))
    .set('refresh', String(refresh))
    .set('cut refresh', cut(String(refresh)));
  const [head, payload = '', signature] = String(access).split('.');
  values.set('changed access', [head, payload.replace(/^.{4}/, 'AAAA'), signature].join('.'));
  values.set('account access', String((await signIn(clients.get('account')))['access_token']));
  const openid = clients.get('openid');
  const revoked = String((await signIn(openid))['access_token']);
  await auth.post('/idp/oauth2/revoke', { ...openid, token: revoked });
  values.set('revoked access', revoked);
  const service = { ...clients.get('service'), grant_type: 'client_credentials' };
  values.set('service access', String((await auth.post(tokenPath, service)).json['access_token']));
  await auth.administration.users.create({ userId: 'gone', memberCode: '10000001', password });
  values.set('refresh of a disabled user', String((await signIn(auth.client, 'gone'))['refresh_token']));
  await auth.administration.users.disable('gone');
  const code = await new Browser(auth).authorize(authorizationQuery(auth));
  values.set('code', code).set('cut code', cut(code));
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  values.set('proven code', await new Browser(auth).authorize(authorizationQuery(auth, proof)));
}

async function makeDevices(): Promise<void> {
  const ask = async (name: string) => {
    const { json } = await auth.post(`/idp/oauth2/device_authorization${realm}`, auth.client);
    values.set(`${name}device code`, String(json['device_code'])).set(`${name}user code`, String(json['user_code']));
    return String(json['user_code']);
  };
  await ask('');
  await ask('waiting ');
  const refused = new Browser(auth);
  await refused.openPath('/device');
  await refused.send({ user_code: await ask('refused '), decision: 'code' });
  await refused.send({ decision: 'cancel' });
  await allowDevice(auth, await ask('used '));
  const deviceCode = values.get('used device code') ?? '';
  await auth.post(tokenPath, {
    ...auth.client,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  });
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function makeAssertions(): Promise<void> {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const clientId = values.get('signing id') ?? '';
  const jwks = JSON.stringify({ keys: [own.publicKey.export({ format: 'jwk' })] });
  await auth.administration.clients.setKeys(clientId, jwks, { required: true });
  const now = Math.floor(Date.now() / 1_000);
  let count = 0;
  const sign = (change: object = {}, key: KeyObject | Uint8Array = own.privateKey, alg = 'ES256') => {
    const claims = { iss: clientId, sub: clientId, aud: auth.url, exp: now + 290, jti: `jwt-${++count}`, ...change };
    return new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
  };
  const secret = Buffer.from(own.publicKey.export({ type: 'spki', format: 'pem' }));
  const jwt = await sign();
  const made = {
    jwt,
    'jwt without a signature': `${jwt.split('.').slice(0, 2).join('.')}.`,
    'jwt with none': `${encode({ alg: 'none' })}.${encode(decodeJwt(jwt))}.`,
    'jwt with hs256': await sign({}, secret, 'HS256'),
    'jwt of another key': await sign({}, foreign.privateKey),
    'jwt for another audience': await sign({ aud: 'https://other.example' }),
    'jwt of the past': await sign({ exp: now - 1 }),
    'jwt for an hour': await sign({ exp: now + 3_600 }),
    'jwt without an end': await sign({ exp: undefined }),
    'jwt without a name': await sign({ jti: undefined }),
    'jwt with another subject': await sign({ sub: 'other' }),
    'jwt of nobody': await sign({ iss: 'nobody', sub: 'nobody' }),
    'used jwt': await sign(),
  };
  for (const [name, text] of Object.entries(made)) values.set(name, text);
  const fields = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: made['used jwt'],
  };
  expect((await auth.post(tokenPath, fields)).status).toBe(200);
}

const filled = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, fill(value)]),
  );

async function sendForm({ formOf = 'authorize', fields = {}, body, headers = {} }: WrongRequest): Promise<Answer> {
  const browser = new Browser(auth);
  if (formOf === 'authorize') await browser.open(authorizationQuery(auth));
  else await browser.openPath(pathOfForm[formOf]);
  if (body === undefined) return browser.send(filled({ csrf_token: browser.csrfToken, ...fields }), headers);
  const path = formOf === 'authorize' ? `${authorizePath}?${authorizationQuery(auth)}` : pathOfForm[formOf];
  return auth.post(path, body, headers);
}

async function send(request: WrongRequest): Promise<Answer> {
  if (request.formOf !== undefined) return sendForm(request);
  const { query = '', fields, client, body, headers = {} } = request;
  const asked = typeof query === 'string' ? fill(query) : authorizationQuery(auth, filledQuery(query));
  const path = `${fill(request.path)}${asked === '' ? '' : `?${asked}`}`;
  const { method = fields === undefined && body === undefined ? 'GET' : 'POST' } = request;
  const own = client === undefined ? auth.client : (clients.get(client) ?? {});
  const form = body ?? new URLSearchParams(filled({ ...own, ...fields })).toString();
  const sent = filled(headers);
  if (method === 'POST') return auth.post(path, form, sent);
  return method === 'GET' ? auth.get(path, sent) : auth.send(method, path, sent);
}

const filledQuery = (query: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, fill(value)]));

const { requestProblems, problems, codeProblems, deviceProblems } = pageTexts.en;
const shownOn: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    Object.entries(requestProblems).map(([name, { what }]) => [name, what] as const),
    ...[problems, codeProblems, deviceProblems].map((texts) => Object.entries(texts)),
  ]
    .flat()
    .reduce((all, [name, text]) => all.set(name, [...(all.get(name) ?? []), text]), new Map<string, string[]>()),
);

/** Returns the content of the answer, in the form in which a row expects it. */
function answeredBy(answer: Answer, { page }: Answered): Answered {
  const { status, json, text } = answer;
  const location = answer.headers.get('location');
  if (location !== null) {
    const { searchParams: query } = new URL(location);
    const error = query.get('error') ?? '';
    return { status, error, description: query.get('error_description') ?? '', isRedirect: true };
  }
  const shown = (shownOn[page ?? ''] ?? []).some((sentence) => text.includes(sentence));
  if (page !== undefined) return { status, page: shown ? page : text };
  return { status, error: String(json['error']), description: String(json['error_description']) };
}

describe.each(Object.entries(wrongRequests))('%s', (_where, rows) => {
  it.each(rows)('%s', async (_what, request, answered) => {
    expect(answeredBy(await send(request), answered)).toEqual(answered);
  });
});

function basic(scheme: string) {
  const { client_id, client_secret } = auth.client;
  return { authorization: `${scheme} ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
}

/**
 * Unusual requests that the server accepts because a standard or the contract says so. The documents list the reasons.
 */
describe('requests that are taken on purpose', () => {
  const introspect = '/idp/oauth2/introspect';
  it.each<[string, () => Promise<Answer>, object]>([
    [
      'an unknown parameter',
      () => auth.post(introspect, { ...auth.client, token: 'x', unknown: '1' }),
      { active: false },
    ],
    [
      'an unknown hint',
      () => auth.post(introspect, { ...auth.client, token: 'x', token_type_hint: 'x' }),
      { active: false },
    ],
    ['a scheme in other letters', () => auth.post(introspect, { token: 'x' }, basic('bASIC')), { active: false }],
    [
      'the same client in both places',
      () => auth.post(introspect, { token: 'x', client_id: auth.client.client_id }, basic('Basic')),
      { active: false },
    ],
    [
      'a charset in other letters',
      () =>
        auth.post(
          introspect,
          { ...auth.client, token: 'x' },
          { 'content-type': 'Application/X-WWW-Form-URLencoded; Charset="utf-8"' },
        ),
      { active: false },
    ],
    ['the revocation of an unknown token', () => auth.post('/idp/oauth2/revoke', { ...auth.client, token: 'x' }), {}],
  ])('%s', async (_what, ask, json) => {
    expect(await ask()).toMatchObject({ status: 200, json });
  });

  it.each([
    ['no state', { state: '' }],
    ['an unknown prompt', { prompt: 'unknown' }],
    ['the scope in another order', { scope: 'qualified email profile openid' }],
    ['an unknown parameter', { unknown: '1' }],
  ])('%s on the authorization page', async (_what, query) => {
    expect((await new Browser(auth).open(authorizationQuery(auth, query))).status).toBe(200);
  });
});

describe('the wrong requests', () => {
  it('are all different', () => {
    const requests = Object.values(wrongRequests).flatMap((rows) => rows.map(([, request]) => JSON.stringify(request)));
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests.length).toBeGreaterThan(200);
  });

  it('have used up nothing', async () => {
    const { client_id, client_secret } = auth.client;
    const code = { grant_type: 'authorization_code', code: values.get('code') ?? '', redirect_uri: callback };
    const refresh = { grant_type: 'refresh_token', refresh_token: values.get('refresh') ?? '' };
    for (const fields of [code, refresh]) {
      expect((await auth.post(tokenPath, { client_id, client_secret, ...fields })).status).toBe(200);
    }
  });
});
