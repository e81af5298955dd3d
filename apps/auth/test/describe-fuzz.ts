import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allowDevice, authorizationQuery, authorizePath, Browser } from './browser.js';
import { callback, password, type RunningAuth, realm, runAuth } from './running-auth.js';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const formType = 'application/x-www-form-urlencoded';
/** If an answer takes longer, it counts as missing. */
const answerWithinMs = 20_000;
const atOnce = 4;

export interface FuzzSize {
  readonly seed: number;
  /**
   * The number of requests for each seed. If `minutes` is given, the test goes on with further seeds until this time is
   * over.
   */
  readonly requests: number;
  readonly minutes?: number;
}

type Pair = readonly [name: string, value: string];

/** A request that is sent. The form and the query are lists, so that a change can repeat a parameter. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[] | undefined;
  readonly headers: readonly Pair[];
  /** Replaces the query or the body by other text or bytes. */
  readonly rawQuery?: string;
  readonly rawBody?: Buffer;
}

type Change = (request: Request) => Request;

const names =
  `grant_type client_id client_secret code redirect_uri code_verifier refresh_token scope user_id user_password realm
  response_type response_mode access_type state nonce prompt max_age display ui_locales lang token token_type_hint device_code user_code
  client_assertion client_assertion_type code_challenge code_challenge_method request request_uri claims csrf_token decision proof
  factor_code authenticator rights after access_token link new_password passkey`.split(/\s+/);

const oddValues = [
  '',
  ' ',
  '\0',
  '%',
  '\uFFFD',
  'あ'.repeat(300),
  'a'.repeat(9_000),
  '-1',
  '1e309',
  "' OR 1=1 --",
  '"><script>',
  '../../etc/passwd',
  '{}',
  '[]',
  '__proto__',
  'null',
  '\r\nX: y',
  '😀',
  '\u202E',
];
const decisions =
  'sign-in allow cancel verify enrol continue set-up set-up-passkey confirm-removal new-codes sign-out code end'.split(
    ' ',
  );
const rawTexts = [
  '%ff=%fe',
  'a=%',
  '%',
  '&&==&',
  'a[]=1&a[]=2',
  '%00=%00',
  'realm=/api&realm=/api',
  '+%2B;a=b',
  'x'.repeat(9_000),
];
const types = [
  'application/json',
  'text/plain',
  `${formType}; charset=Shift_JIS`,
  'x',
  `${formType};;;`,
  'multipart/form-data',
];
const otherPaths = [
  '/',
  '/nowhere',
  '/idp/oauth2/jwks',
  '/openapi.json',
  '/.well-known/openid-configuration',
  '//',
  '/%00',
  '/%ff',
  '/device/',
];

/**
 * Sends wrong and odd requests to all endpoints. Every request must be answered, and never with a status of 500 or
 * above.
 */
export function describeFuzz({ seed, requests, minutes }: FuzzSize): void {
  describe(`random requests to all endpoints, seed ${seed}`, () => {
    let auth: RunningAuth;
    let right: readonly Request[];
    beforeAll(async () => {
      auth = await runAuth({
        OPENID_CONNECT: 'true',
        DEVICE_FLOW: 'true',
        FAILURES_PER_USER: '1000000',
        FAILURES_PER_ADDRESS: '1000000',
        FAILURES_PER_CLIENT: '1000000',
        FAILURES_PER_USER_AND_DAY: '1000000',
        FAILURES_PER_USER_AND_DAY_FROM_KNOWN_PLACES: '1000000',
        PASSWORD_HASHES_WAITING: '10000',
        SIGN_IN_FORM_SECONDS: '86400',
        SIGN_IN_SESSION_HOURS: '1',
      });
      right = await rightRequests(auth);
    });
    afterAll(() => auth.stop());

    it('begin with requests that are right', async () => {
      const wrong: string[] = [];
      for (const request of right) {
        const status = await statusOf(auth, request);
        if (status !== 200 && status !== 303) wrong.push(`${request.path}: ${status}`);
      }
      expect(wrong).toEqual([]);
    });

    it(
      'are answered, and never with a failure of the server',
      async () => {
        const endsAt = Date.now() + (minutes ?? 0) * 60_000;
        const statuses = new Map<number, number>();
        let next = seed;
        do await round(auth, changed(right), { seed: next++, requests, statuses });
        while (Date.now() < endsAt);
        expect(auth.log.filter((line) => /"msg":"(request|page) failed"/.test(line))).toEqual([]);
        expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 401, 403, 404, 405]));
        const counted = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
        process.stderr.write(minutes === undefined ? '' : `seeds ${seed} to ${next - 1}; ${counted.join(', ')}\n`);
      },
      ((minutes ?? 0) + 3) * 60_000,
    );

    it('do not stop the server from issuing tokens', async () => {
      const fields = { ...auth.client, user_id: auth.userId, user_password: password };
      expect((await auth.post('/api/credentials/access_token', fields)).status).toBe(200);
    });
  });
}

async function round(
  auth: RunningAuth,
  request: fc.Arbitrary<Request>,
  { seed, requests, statuses }: Pick<FuzzSize, 'seed' | 'requests'> & { readonly statuses: Map<number, number> },
): Promise<void> {
  const property = fc.asyncProperty(fc.array(request, { minLength: atOnce, maxLength: atOnce }), async (several) => {
    const answers = await Promise.all(several.map((one) => statusOf(auth, one)));
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
  });
  await fc.assert(property, { seed, numRuns: Math.ceil(requests / atOnce), endOnFailure: true });
}

async function statusOf({ url }: RunningAuth, request: Request): Promise<number> {
  const { method, path, query, form, headers, rawQuery = encode(query), rawBody } = request;
  const body = rawBody ?? (form === undefined ? undefined : Buffer.from(encode(form)));
  const typed = headers.some(([name]) => name === 'content-type') ? [] : [['content-type', formType] as const];
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  const answer = await fetch(`${url}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`, {
    method,
    headers: [...headers, ...(hasBody ? typed : [])].map(([name, value]): [string, string] => [name, value]),
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function encode(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&');
}

const bearer = (token: unknown): Pair[] => [['authorization', `Bearer ${String(token)}`]];

/** One correct request to each endpoint and for each step of the pages. */
async function rightRequests(auth: RunningAuth): Promise<readonly Request[]> {
  const { clients, users } = auth.administration;
  const { userId: forgetful } = await users.create({ userId: 'forgetful', memberCode: '10000001', password });
  await clients.mark(auth.client.client_id, { deviceFlow: true, account: true });
  const service = await clients.create({ name: 'Service', memberCode: '10000001' });
  const openid = await clients.create({ name: 'OpenID', openid: true });
  const user = { user_id: auth.userId, user_password: password };
  const signIn = async (client: Readonly<Record<string, string>>) =>
    (await auth.post('/api/credentials/access_token', { ...client, ...user })).json;
  const { access_token: access, refresh_token: refresh } = await signIn(auth.client);
  const known = await signIn({ client_id: openid.client.clientId, client_secret: openid.clientSecret });
  const ask = async () => (await auth.post(`/idp/oauth2/device_authorization${realm}`, auth.client)).json;
  const allowed = await ask();
  await allowDevice(auth, String(allowed['user_code']));
  const code = await new Browser(auth).authorize(authorizationQuery(auth));

  const realmQuery: Pair[] = [['realm', '/api']];
  const post = (path: string, fields: Readonly<Record<string, unknown>>, query: readonly Pair[] = []): Request => ({
    method: 'POST',
    path,
    query,
    headers: [],
    form: Object.entries(fields).map(([name, value]): Pair => [name, String(value)]),
  });
  const atToken = (fields: Readonly<Record<string, unknown>>) =>
    post('/idp/oauth2/access_token', { ...auth.client, ...fields }, realmQuery);
  const get = (path: string, query: readonly Pair[] = [], headers: readonly Pair[] = []): Request => ({
    method: 'GET',
    path,
    query,
    headers,
    form: undefined,
  });
  const asked = [...new URLSearchParams(authorizationQuery(auth))];
  return [
    get(authorizePath, asked),
    await formOf(auth, `${authorizePath}?${authorizationQuery(auth)}`, { ...user, decision: 'sign-in' }),
    await formOf(auth, `${authorizePath}?${authorizationQuery(auth)}`, { decision: 'cancel' }),
    atToken({ grant_type: 'authorization_code', code, redirect_uri: callback }),
    atToken({ grant_type: 'refresh_token', refresh_token: refresh }),
    atToken({ grant_type: deviceGrant, device_code: allowed['device_code'] }),
    atToken({
      grant_type: 'client_credentials',
      client_id: service.client.clientId,
      client_secret: service.clientSecret,
    }),
    post('/idp/oauth2/revoke', { ...auth.client, token: 'unknown', token_type_hint: 'refresh_token' }),
    post('/idp/oauth2/introspect', { ...auth.client, token: access }),
    post('/idp/oauth2/device_authorization', auth.client, realmQuery),
    post('/api/credentials/access_token', { ...auth.client, ...user, response_type: 'xml' }),
    get('/idp/oauth2/userinfo', [], bearer(known['access_token'])),
    get('/idp/oauth2/revocations', [['after', '0']]),
    get('/idp/account/grants', [], bearer(access)),
    get('/device', [['user_code', 'BBBB-BBBB']]),
    await formOf(auth, '/device', { decision: 'code', user_code: String((await ask())['user_code']) }),
    get('/idp/account/reset', [['link', (await users.makeResetLink(forgetful, { lifetimeSeconds: 3_600 })).secret]]),
    ...['security', 'password', 'access'].map((name) => get(`/idp/account/${name}`)),
    await formOf(auth, '/idp/account/password', { ...user, decision: 'sign-in' }),
    await formOf(auth, '/idp/account/access', { ...user, decision: 'sign-in' }),
    await formOf(auth, '/idp/account/security', { ...user, decision: 'sign-in' }),
  ];
}

/** The form of a page, with its token and cookie. */
async function formOf(auth: RunningAuth, address: string, fields: Readonly<Record<string, string>>): Promise<Request> {
  const browser = new Browser(auth);
  await browser.openPath(address);
  const { pathname, searchParams } = new URL(address, auth.url);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return {
    method: 'POST',
    path: pathname,
    query: [...searchParams],
    form: Object.entries({ csrf_token: browser.csrfToken, lang: 'ja', ...fields }),
    headers: [
      ['cookie', cookie],
      ['sec-fetch-site', 'same-origin'],
      ['origin', 'null'],
    ],
  };
}

/** Correct requests with up to four changes. */
function changed(right: readonly Request[]): fc.Arbitrary<Request> {
  const values = right.flatMap(({ query, form = [] }) => [...query, ...form].map(([, value]) => value));
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...values) },
    { weight: 2, arbitrary: fc.constantFrom(...oddValues) },
    { weight: 1, arbitrary: fc.constantFrom(...decisions) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  return fc
    .record({ request: fc.constantFrom(...right), changes: fc.array(changeOf(right, value), { maxLength: 4 }) })
    .map(({ request, changes }) => changes.reduce((before, change) => change(before), request));
}

function changeOf(right: readonly Request[], value: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  const nth = fc.nat({ max: 11 });
  const name = fc.constantFrom(...names);
  const header = fc.oneof(
    fc.tuple(fc.constant('authorization'), authorizationOf(right, value)),
    fc.tuple(fc.constant('sec-fetch-site'), fc.constantFrom('same-site', 'cross-site', 'none', 'x')),
    fc.tuple(fc.constant('accept-language'), fc.constantFrom('ja', 'en;q=x', '*', 'a'.repeat(4_000))),
    fc.tuple(fc.constant('accept'), fc.constantFrom('application/xml', 'text/html', 'x')),
    fc.tuple(fc.constant('origin'), fc.constantFrom('https://evil.example', 'x')),
    fc.tuple(
      fc.constant('cookie'),
      value.map((text) => `auth_form=${encodeURIComponent(text.toWellFormed())}`),
    ),
    fc.tuple(fc.constant('x-forwarded-for'), fc.constantFrom('1.2.3.4', '::1', 'x', '999.1.1.1')),
    fc.tuple(fc.constant('content-type'), fc.constantFrom(...types)),
  );
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(nth, value).map(([at, text]) => onPairs(at, ([key]) => [[key, text]])) },
    { weight: 3, arbitrary: nth.map((at) => onPairs(at, () => [])) },
    { weight: 2, arbitrary: nth.map((at) => onPairs(at, (pair) => [pair, pair])) },
    { weight: 3, arbitrary: fc.tuple(name, value).map(([key, text]) => added(key, text)) },
    {
      weight: 2,
      arbitrary: fc.tuple(name, value).map(
        ([key, text]): Change =>
          (request) => ({ ...request, query: [...request.query, [key, text]] }),
      ),
    },
    {
      weight: 3,
      arbitrary: header.map(
        (pair): Change =>
          (request) => ({ ...request, headers: [...request.headers.filter(([key]) => key !== pair[0]), pair] }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST').map(
        (method): Change =>
          (request) => ({ ...request, method }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...right.map(({ path }) => path), ...otherPaths).map(
        (path): Change =>
          (request) => ({ ...request, path }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...rawTexts).map(
        (rawQuery): Change =>
          (request) => ({ ...request, rawQuery }),
      ),
    },
    {
      weight: 1,
      arbitrary: bytes.map(
        (rawBody): Change =>
          (request) => ({ ...request, rawBody }),
      ),
    },
  );
}

const bytes = fc.oneof(
  fc.constantFrom(...rawTexts).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content)),
  fc.json().map((text) => Buffer.from(text)),
);

function authorizationOf(right: readonly Request[], value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const bearers = right.flatMap(({ headers }) =>
    headers.filter(([name]) => name === 'authorization').map(([, text]) => text),
  );
  return fc.oneof(
    fc.constantFrom(...bearers, 'Bearer x', 'Basic', 'Basic !', 'Digest a="b"', ''),
    fc.tuple(value, value).map((both) => `Basic ${Buffer.from(both.join(':')).toString('base64')}`),
  );
}

/** Changes one pair of the form or, if there is no form, of the query. */
function onPairs(at: number, change: (pair: Pair) => readonly Pair[]): Change {
  return (request) => {
    const where = request.form === undefined ? 'query' : 'form';
    const pairs = request[where] ?? [];
    const index = pairs.length === 0 ? 0 : at % pairs.length;
    return { ...request, [where]: pairs.flatMap((pair, each) => (each === index ? change(pair) : [pair])) };
  };
}

function added(name: string, text: string): Change {
  return (request) => ({ ...request, form: [...(request.form ?? []), [name, text]] });
}
