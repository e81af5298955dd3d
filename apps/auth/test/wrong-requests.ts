/**
 * Wrong requests to all endpoints of the server, each with its exact answer. In the texts, `<name>` stands for a value that the server
 * made for this run. `refusals.e2e.test.ts` has the requests that every endpoint for clients refuses in the same way.
 */
export interface WrongRequest {
  readonly method?: string;
  readonly path: string;
  /**
   * The query. For the authorization page, these are changes of a correct query, in which a parameter with an empty
   * text is left out.
   */
  readonly query?: string | Fields;
  /** Fields of the form. The fields of the client are added, unless `client` names another client or none. */
  readonly fields?: Fields;
  readonly client?: string;
  /** The body that is sent instead of the fields. */
  readonly body?: string;
  readonly headers?: Fields;
  /** The page whose form is sent, with its token and cookie. */
  readonly formOf?: 'authorize' | 'security' | 'device';
}

export interface Answered {
  readonly status: number;
  /**
   * `error` and `error_description` from the answer or from the page's address, or the name of the problem that the
   * page shows.
   */
  readonly error?: string;
  readonly description?: string;
  readonly page?: string;
  /** The answer sends the browser back to the application with `error` and `description`. */
  readonly isRedirect?: true;
}

type Fields = Readonly<Record<string, string>>;
export type Row = readonly [what: string, request: WrongRequest, answered: Answered];

const authorize = '/idp/oauth2/authorize';
const token = '/idp/oauth2/access_token';
const realm = 'realm=/api';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const onPage = (page: string, status = 400): Answered => ({ status, page });
const back = (error: string, description: string): Answered => ({ status: 303, error, description, isRedirect: true });
const refused = (error: string, description: string, status = 400): Answered => ({ status, error, description });
const wrongCode = refused('invalid_grant', 'The authorization code is invalid, expired or already used');
const wrongRefresh = refused('invalid_grant', 'The refresh token is invalid, expired or already used');
const wrongDevice = refused('invalid_grant', 'The device code is invalid, expired or already used');
const wrongClient = refused('invalid_client', 'Client authentication failed');
const wrongUser = refused('invalid_grant', 'User ID or password is wrong');

const asked = (what: string, query: Fields, answered: Answered): Row => [what, { path: authorize, query }, answered];

/** The authorization page, before anything is shown (Spec 4.1; RFC 6749 4.1.2.1). */
const beforeThePage: readonly Row[] = [
  asked('no client', { client_id: '' }, onPage('unknown-client')),
  asked('an unknown client', { client_id: 'nobody' }, onPage('unknown-client')),
  asked('a client in other letters', { client_id: '<ID>' }, onPage('unknown-client')),
  asked('a client with a blank', { client_id: '<id> ' }, onPage('unknown-client')),
  asked('a client with a null character', { client_id: '<id>\0' }, onPage('unknown-client')),
  asked('a disabled client', { client_id: '<disabled id>' }, onPage('unknown-client')),
  asked('a secret as client', { client_id: '<secret>' }, onPage('unknown-client')),
  asked('no callback', { redirect_uri: '' }, onPage('redirect-uri-mismatch')),
  asked('another path', { redirect_uri: 'https://client.example/other' }, onPage('redirect-uri-mismatch')),
  asked('a path below', { redirect_uri: 'https://client.example/callback/below' }, onPage('redirect-uri-mismatch')),
  asked('a slash more', { redirect_uri: 'https://client.example/callback/' }, onPage('redirect-uri-mismatch')),
  asked('a query', { redirect_uri: 'https://client.example/callback?a=1' }, onPage('redirect-uri-mismatch')),
  asked('a fragment', { redirect_uri: 'https://client.example/callback#a' }, onPage('redirect-uri-mismatch')),
  asked('another scheme', { redirect_uri: 'http://client.example/callback' }, onPage('redirect-uri-mismatch')),
  asked('another host', { redirect_uri: 'https://evil.example/callback' }, onPage('redirect-uri-mismatch')),
  asked(
    'a host below',
    { redirect_uri: 'https://client.example.evil.example/callback' },
    onPage('redirect-uri-mismatch'),
  ),
  asked(
    'a user before the host',
    { redirect_uri: 'https://client.example@evil.example/callback' },
    onPage('redirect-uri-mismatch'),
  ),
  asked('another port', { redirect_uri: 'https://client.example:8443/callback' }, onPage('redirect-uri-mismatch')),
  asked('steps up', { redirect_uri: 'https://client.example/a/../callback' }, onPage('redirect-uri-mismatch')),
  asked('an encoded letter', { redirect_uri: 'https://client.example/%63allback' }, onPage('redirect-uri-mismatch')),
  asked('a script as callback', { redirect_uri: 'javascript:alert(1)' }, onPage('redirect-uri-mismatch')),
  asked('no realm', { realm: '' }, onPage('realm-invalid')),
  asked('another realm', { realm: '/' }, onPage('realm-invalid')),
  asked('a realm in capitals', { realm: '/API' }, onPage('realm-invalid')),
  ['a repeated client', { path: authorize, query: '<query>&client_id=<id>' }, onPage('repeated-parameter')],
  ['a repeated callback', { path: authorize, query: '<query>&redirect_uri=x' }, onPage('repeated-parameter')],
  ['a repeated realm', { path: authorize, query: '<query>&realm=/api' }, onPage('repeated-parameter')],
  asked('a password', { user_password: 'x' }, onPage('request-invalid')),
  asked('a user ID', { user_id: '<user>' }, onPage('request-invalid')),
  asked('a secret', { client_secret: '<secret>' }, onPage('request-invalid')),
  asked('a decision', { decision: 'allow' }, onPage('request-invalid')),
  asked('a proof', { proof: 'x' }, onPage('request-invalid')),
  asked('no response_type', { response_type: '' }, back('invalid_request', 'response_type is missing')),
  asked(
    'the implicit flow',
    { response_type: 'token' },
    back('unsupported_response_type', 'response_type must be code'),
  ),
  asked('an ID token', { response_type: 'id_token' }, back('unsupported_response_type', 'response_type must be code')),
  asked(
    'a hybrid flow',
    { response_type: 'code id_token' },
    back('unsupported_response_type', 'response_type must be code'),
  ),
  asked(
    'response_type in capitals',
    { response_type: 'CODE' },
    back('unsupported_response_type', 'response_type must be code'),
  ),
  asked('no scope', { scope: '' }, back('invalid_scope', 'scope is missing')),
  asked(
    'a part of the scope',
    { scope: 'openid profile' },
    back('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  asked(
    'more scope',
    { scope: 'openid profile email qualified admin' },
    back('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  asked(
    'scope in capitals',
    { scope: 'OPENID PROFILE EMAIL QUALIFIED' },
    back('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  asked(
    'scope with commas',
    { scope: 'openid,profile,email,qualified' },
    back('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  asked('no access_type', { access_type: '' }, back('invalid_request', 'access_type must be offline')),
  asked('another access_type', { access_type: 'online' }, back('invalid_request', 'access_type must be offline')),
  asked('a fragment as answer', { response_mode: 'fragment' }, back('invalid_request', 'response_mode must be query')),
  asked('a form as answer', { response_mode: 'form_post' }, back('invalid_request', 'response_mode must be query')),
  asked(
    'a request object',
    { request: 'e30.e30.' },
    back('request_not_supported', 'request objects are not supported'),
  ),
  asked(
    'a request by address',
    { request_uri: 'https://client.example/r' },
    back('request_uri_not_supported', 'request_uri is not supported'),
  ),
  asked('no page', { prompt: 'none' }, back('login_required', 'The user must take part')),
  asked(
    'a plain challenge',
    { code_challenge: '<challenge>', code_challenge_method: 'plain' },
    back('invalid_request', 'code_challenge_method must be S256'),
  ),
  asked(
    'a challenge without a method',
    { code_challenge: '<challenge>' },
    back('invalid_request', 'code_challenge_method must be S256'),
  ),
  asked(
    'a method without a challenge',
    { code_challenge_method: 'S256' },
    back('invalid_request', 'code_challenge is missing'),
  ),
  asked(
    'a short challenge',
    { code_challenge: 'short', code_challenge_method: 'S256' },
    back('invalid_request', 'code_challenge must be 43 characters of base64url'),
  ),
  asked(
    'a challenge with padding',
    { code_challenge: '<challenge>=', code_challenge_method: 'S256' },
    back('invalid_request', 'code_challenge must be 43 characters of base64url'),
  ),
  asked(
    'no challenge of a client that must send one',
    { client_id: '<proving id>' },
    back('invalid_request', 'code_challenge is required for this client'),
  ),
  asked(
    'a client without this flow',
    { client_id: '<batch id>' },
    back('unauthorized_client', 'The client may not use the code flow'),
  ),
  [
    'a repeated scope',
    { path: authorize, query: '<query>&scope=openid' },
    back('invalid_request', 'A parameter is repeated'),
  ],
  [
    'a repeated state',
    { path: authorize, query: '<query>&state=other' },
    back('invalid_request', 'A parameter is repeated'),
  ],
  [
    'a repeated unknown parameter',
    { path: authorize, query: '<query>&x=1&x=2' },
    back('invalid_request', 'A parameter is repeated'),
  ],
  asked('a null character', { state: 'a\0b' }, back('invalid_request', 'Null character')),
  [
    'more than 100 parameters',
    { path: authorize, query: '<query>&<many>' },
    back('invalid_request', 'Too many parameters'),
  ],
  [
    'PUT',
    { method: 'PUT', path: authorize, query: '<query>' },
    refused('invalid_request', 'Only GET, HEAD, POST is allowed here', 405),
  ],
];

const atToken = (what: string, fields: Fields, answered: Answered, more: Partial<WrongRequest> = {}): Row => [
  what,
  { path: token, query: realm, fields, ...more },
  answered,
];
const code = { grant_type: 'authorization_code', code: '<code>', redirect_uri: 'https://client.example/callback' };
const refresh = { grant_type: 'refresh_token', refresh_token: '<refresh>' };
const device = { grant_type: deviceGrant, device_code: '<device code>' };
const service = { grant_type: 'client_credentials' };
const unsupported = refused(
  'unsupported_grant_type',
  `grant_type must be authorization_code, refresh_token, client_credentials or ${deviceGrant}`,
);

/** The token endpoint, by grant (Spec 4.2, 4.4; RFC 6749 4.1.3, 4.4, 6; RFC 8628 3.4). */
const tokens: readonly Row[] = [
  atToken('no grant_type', {}, refused('invalid_request', 'Parameter missing: grant_type')),
  atToken('an empty grant_type', { grant_type: '' }, refused('invalid_request', 'Parameter missing: grant_type')),
  atToken('grant_type in capitals', { ...code, grant_type: 'AUTHORIZATION_CODE' }, unsupported),
  atToken('grant_type with a blank', { ...refresh, grant_type: 'refresh_token ' }, unsupported),
  atToken('the implicit grant', { grant_type: 'implicit' }, unsupported),
  atToken('token exchange', { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }, unsupported),
  atToken('a JWT as grant', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' }, unsupported),
  atToken('the device grant in short', { ...device, grant_type: 'device_code' }, unsupported),
  atToken('no realm', refresh, refused('invalid_request', 'Parameter missing: realm'), { query: '' }),
  atToken(
    'the realm in the form',
    { ...refresh, realm: '/api' },
    refused('invalid_request', 'Parameter missing: realm'),
    { query: '' },
  ),
  atToken('another realm', refresh, refused('invalid_request', 'realm must be /api'), { query: 'realm=/' }),
  atToken(
    'a grant_type in the query',
    refresh,
    refused('invalid_request', 'Parameter not allowed in the query: grant_type'),
    { query: `${realm}&grant_type=refresh_token` },
  ),
  atToken(
    'a verifier in the query',
    code,
    refused('invalid_request', 'Parameter not allowed in the query: code_verifier'),
    { query: `${realm}&code_verifier=x` },
  ),
  atToken(
    'a device code in the query',
    device,
    refused('invalid_request', 'Parameter not allowed in the query: device_code'),
    { query: `${realm}&device_code=x` },
  ),
  atToken(
    'an assertion in the query',
    service,
    refused('invalid_request', 'Parameter not allowed in the query: client_assertion'),
    { query: `${realm}&client_assertion=x` },
  ),
  atToken('no code', { ...code, code: '' }, refused('invalid_request', 'Parameter missing: code')),
  atToken('no callback', { ...code, redirect_uri: '' }, refused('invalid_request', 'Parameter missing: redirect_uri')),
  atToken('an unknown code', { ...code, code: 'unknown' }, wrongCode),
  atToken('a code with a blank', { ...code, code: '<code> ' }, wrongCode),
  atToken('a code that was cut off', { ...code, code: '<cut code>' }, wrongCode),
  atToken('the code of another client', code, wrongCode, { client: 'other' }),
  atToken('a device code as code', { ...code, code: '<device code>' }, wrongCode),
  atToken('an access token as code', { ...code, code: '<access>' }, wrongCode),
  atToken('a callback over http', { ...code, redirect_uri: 'http://client.example/callback' }, wrongCode),
  atToken('a callback with a fragment', { ...code, redirect_uri: 'https://client.example/callback#' }, wrongCode),
  atToken('no verifier for a code with a challenge', { ...code, code: '<proven code>' }, wrongCode),
  atToken('a wrong verifier', { ...code, code: '<proven code>', code_verifier: 'a'.repeat(43) }, wrongCode),
  atToken('a verifier that is too long', { ...code, code: '<proven code>', code_verifier: 'a'.repeat(129) }, wrongCode),
  atToken(
    'a verifier with other characters',
    { ...code, code: '<proven code>', code_verifier: 'あ'.repeat(43) },
    wrongCode,
  ),
  atToken(
    'no refresh token',
    { grant_type: 'refresh_token' },
    refused('invalid_request', 'Parameter missing: refresh_token'),
  ),
  atToken('an unknown refresh token', { ...refresh, refresh_token: 'a'.repeat(87) }, wrongRefresh),
  atToken('a refresh token that was cut off', { ...refresh, refresh_token: '<cut refresh>' }, wrongRefresh),
  atToken('a refresh token with a letter more', { ...refresh, refresh_token: '<refresh>A' }, wrongRefresh),
  atToken('an access token as refresh token', { ...refresh, refresh_token: '<access>' }, wrongRefresh),
  atToken('the refresh token of another client', refresh, wrongRefresh, { client: 'other' }),
  atToken(
    'the refresh token of a disabled user',
    { ...refresh, refresh_token: '<refresh of a disabled user>' },
    wrongRefresh,
  ),
  atToken(
    'less scope',
    { ...refresh, scope: 'openid' },
    refused('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  atToken(
    'a user for a client that has none',
    service,
    refused('unauthorized_client', 'The client is no service account: it gets tokens for users only'),
  ),
  atToken(
    'another scope of a service account',
    { ...service, scope: 'openid' },
    refused('invalid_scope', 'scope must be: openid profile email qualified'),
    { client: 'service' },
  ),
  atToken('a wrong secret of a service account', { ...service, client_secret: 'wrong' }, wrongClient, {
    client: 'service',
  }),
  atToken('a secret of a client that must sign', service, wrongClient, { client: 'signing' }),
  atToken('a code of a service account', code, refused('unauthorized_client', 'The client may not use the code flow'), {
    client: 'service',
  }),
  atToken('no device code', { grant_type: deviceGrant }, refused('invalid_request', 'Parameter missing: device_code')),
  atToken('an unknown device code', { ...device, device_code: 'unknown' }, wrongDevice),
  atToken('a user code as device code', { ...device, device_code: '<user code>' }, wrongDevice),
  atToken('a code as device code', { ...device, device_code: '<code>' }, wrongDevice),
  atToken('the device code of another client', device, wrongDevice, { client: 'device' }),
  atToken('a used device code', { ...device, device_code: '<used device code>' }, wrongDevice),
  atToken(
    'a device that was refused',
    { ...device, device_code: '<refused device code>' },
    refused('access_denied', 'The user refused the device'),
  ),
  atToken(
    'a device that nobody has allowed',
    { ...device, device_code: '<waiting device code>' },
    refused('authorization_pending', 'The user has not decided yet'),
  ),
  atToken(
    'a device of a client without this flow',
    device,
    refused('unauthorized_client', 'The client may not use the device flow'),
    { client: 'other' },
  ),
];

const atDevice = (what: string, fields: Fields, answered: Answered, more: Partial<WrongRequest> = {}): Row => [
  what,
  { path: '/idp/oauth2/device_authorization', query: realm, fields, ...more },
  answered,
];

/** The endpoint at which devices ask for a code (RFC 8628 3.1). */
const devices: readonly Row[] = [
  atDevice('no realm', {}, refused('invalid_request', 'Parameter missing: realm'), { query: '' }),
  atDevice('another realm', {}, refused('invalid_request', 'realm must be /api'), { query: 'realm=/idp' }),
  atDevice('a repeated realm', {}, refused('invalid_request', 'Parameter repeated: realm'), {
    query: `${realm}&${realm}`,
  }),
  atDevice(
    'another scope',
    { scope: 'openid' },
    refused('invalid_scope', 'scope must be: openid profile email qualified'),
  ),
  atDevice('a client without this flow', {}, refused('unauthorized_client', 'The client may not use the device flow'), {
    client: 'other',
  }),
  atDevice('an unknown client', { client_id: 'nobody', client_secret: 'x' }, wrongClient),
  atDevice(
    'no secret',
    { client_secret: '' },
    refused('invalid_client', 'Client authentication missing: client_id and client_secret are required'),
  ),
  atDevice(
    'a secret in the query',
    {},
    refused('invalid_request', 'Parameter not allowed in the query: client_secret'),
    { query: `${realm}&client_secret=x` },
  ),
  atDevice('a scope in the query', {}, refused('invalid_request', 'Parameter not allowed in the query: scope'), {
    query: `${realm}&scope=openid`,
  }),
  atDevice('JSON', {}, refused('invalid_request', 'The body must be application/x-www-form-urlencoded'), {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  }),
  [
    'GET',
    { method: 'GET', path: '/idp/oauth2/device_authorization', query: realm },
    refused('invalid_request', 'Only POST is allowed here', 405),
  ],
];

const signed = (what: string, assertion: string, answered: Answered = wrongClient, change: Fields = {}): Row => [
  what,
  {
    path: token,
    query: realm,
    client: 'nobody',
    fields: { ...service, client_assertion_type: assertionType, client_assertion: assertion, ...change },
  },
  answered,
];

/** Client authentication with a signed JWT (RFC 7523 3). */
const assertions: readonly Row[] = [
  signed('no JWT', '', refused('invalid_request', 'Parameter missing: client_assertion')),
  signed('no type', '<jwt>', refused('invalid_request', `client_assertion_type must be ${assertionType}`), {
    client_assertion_type: '',
  }),
  signed('another type', '<jwt>', refused('invalid_request', `client_assertion_type must be ${assertionType}`), {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
  }),
  signed(
    'a secret besides',
    '<jwt>',
    refused('invalid_request', 'Use either client_assertion or a client secret, not both'),
    {
      client_secret: 'x',
    },
  ),
  signed('text', 'text'),
  signed('two parts', 'e30.e30'),
  signed('no signature', '<jwt without a signature>'),
  signed('the algorithm none', '<jwt with none>'),
  signed('the public key as secret', '<jwt with hs256>'),
  signed('the key of somebody else', '<jwt of another key>'),
  signed('another audience', '<jwt for another audience>'),
  signed('an end in the past', '<jwt of the past>'),
  signed('an end in an hour', '<jwt for an hour>'),
  signed('no end', '<jwt without an end>'),
  signed('no name', '<jwt without a name>'),
  signed('another subject', '<jwt with another subject>'),
  signed('an unknown client', '<jwt of nobody>'),
  signed('another client in the form', '<jwt>', wrongClient, { client_id: 'other' }),
  signed('a JWT that was used', '<used jwt>'),
  signed('a JWT of 9 kB', 'a'.repeat(9_000)),
];

const credentials = '/api/credentials/access_token';
const atCredentials = (what: string, fields: Fields, answered: Answered, more: Partial<WrongRequest> = {}): Row => [
  what,
  { path: credentials, fields: { user_id: '<user>', user_password: '<password>', ...fields }, ...more },
  answered,
];

/** The credentials flow (Spec 4.3). */
const byPassword: readonly Row[] = [
  atCredentials('no user ID', { user_id: '' }, refused('invalid_request', 'Parameter missing: user_id')),
  atCredentials('no password', { user_password: '' }, refused('invalid_request', 'Parameter missing: user_password')),
  atCredentials('an unknown user', { user_id: 'nobody' }, wrongUser),
  atCredentials('a user ID in capitals', { user_id: 'HANAKO' }, wrongUser),
  atCredentials('a blank after the password', { user_password: '<password> ' }, wrongUser),
  atCredentials('a part of the password', { user_password: 'correct horse' }, wrongUser),
  atCredentials('an SQL text', { user_id: "' OR 1=1 --" }, wrongUser),
  atCredentials('another realm', { realm: '/' }, refused('invalid_request', 'realm must be /api')),
  atCredentials(
    'another format',
    { response_type: 'html' },
    refused('invalid_request', 'response_type must be json or xml'),
  ),
  atCredentials(
    'a service account',
    {},
    refused('unauthorized_client', 'The client may not use the credentials flow'),
    { client: 'service' },
  ),
  atCredentials(
    'a null character',
    { user_password: 'a\0' },
    refused('invalid_request', 'Null character in user_password'),
  ),
];

const atRevocation = (what: string, fields: Fields, answered: Answered, more: Partial<WrongRequest> = {}): Row => [
  what,
  { path: '/idp/oauth2/revoke', fields, ...more },
  answered,
];

/** Revocation and introspection (RFC 7009 2, RFC 7662 2). */
const aboutTokens: readonly Row[] = [
  atRevocation(
    'the refresh token of another client',
    { token: '<refresh>' },
    refused('invalid_grant', 'The token was issued to another client'),
    { client: 'other' },
  ),
  atRevocation(
    'a hint without a token',
    { token_type_hint: 'refresh_token' },
    refused('invalid_request', 'Parameter missing: token'),
  ),
  atRevocation(
    'a hint in the query',
    { token: '<refresh>' },
    refused('invalid_request', 'Parameter not allowed in the query: token_type_hint'),
    { query: 'token_type_hint=refresh_token' },
  ),
  [
    'an introspection by a bearer of the token',
    {
      path: '/idp/oauth2/introspect',
      fields: { token: '<access>', client_id: '', client_secret: '' },
      headers: { authorization: 'Bearer <access>' },
    },
    refused('invalid_client', 'The Authorization header cannot be read as HTTP Basic'),
  ],
  [
    'an introspection with a hint in the query',
    { path: '/idp/oauth2/introspect', fields: { token: '<access>' }, query: 'token_type_hint=access_token' },
    refused('invalid_request', 'Parameter not allowed in the query: token_type_hint'),
  ],
];

const asBearer = (what: string, path: string, authorization: string, answered: Answered, method = 'GET'): Row => [
  what,
  { method, path, headers: authorization === '' ? {} : { authorization } },
  answered,
];
const noToken = refused('invalid_request', 'No access token', 401);
const badToken = (description: string) => refused('invalid_token', description, 401);
const grants = '/idp/account/grants';
const userInfo = '/idp/oauth2/userinfo';

/** The endpoints that are called with an access token (RFC 6750 2, 3). */
const bearers: readonly Row[] = [
  asBearer('grants without a token', grants, '', noToken),
  asBearer('grants with HTTP Basic', grants, 'Basic aDpo', noToken),
  asBearer('grants with two tokens', grants, 'Bearer <access> <access>', noToken),
  asBearer('grants with text as token', grants, 'Bearer text', badToken('The access token is malformed')),
  asBearer('grants with a refresh token', grants, 'Bearer <refresh>', badToken('The access token is malformed')),
  asBearer('grants with a token in the query', `${grants}?access_token=<access>`, '', noToken),
  asBearer(
    'grants with the token of a client that may not read grants',
    grants,
    'Bearer <access>',
    refused('insufficient_scope', 'The client may not read what users have allowed', 403),
  ),
  asBearer(
    'grants with the token of a service account',
    grants,
    'Bearer <service access>',
    refused('insufficient_scope', 'The client may not read what users have allowed', 403),
  ),
  asBearer(
    'an unknown grant',
    `${grants}/unknown`,
    'Bearer <account access>',
    refused('not_found', 'There is nothing at this address', 404),
    'DELETE',
  ),
  asBearer(
    'a grant that is no name',
    `${grants}/%00`,
    'Bearer <account access>',
    refused('not_found', 'There is nothing at this address', 404),
    'DELETE',
  ),
  asBearer('the name of a client without a token', '/idp/account/clients/a', '', noToken),
  asBearer(
    'the name of an unknown client',
    '/idp/account/clients/unknown',
    'Bearer <account access>',
    refused('not_found', 'There is nothing at this address', 404),
  ),
  asBearer(
    'the name of a client that is no name',
    '/idp/account/clients/%00',
    'Bearer <account access>',
    refused('not_found', 'There is nothing at this address', 404),
  ),
  asBearer('the login ID of a user without a token', '/idp/account/users/a', '', noToken),
  asBearer(
    'the login ID of an unknown user',
    '/idp/account/users/%00',
    'Bearer <account access>',
    refused('not_found', 'There is nothing at this address', 404),
  ),
  ['grants by POST', { path: grants, fields: {} }, refused('invalid_request', 'Only GET, HEAD is allowed here', 405)],
  asBearer('userinfo without a token', userInfo, '', noToken),
  asBearer(
    'userinfo with a changed token',
    userInfo,
    'Bearer <changed access>',
    badToken('The access token is malformed'),
  ),
  asBearer(
    'userinfo with a revoked token',
    userInfo,
    'Bearer <revoked access>',
    badToken('The access token was revoked'),
  ),
  asBearer(
    'userinfo of a client without OpenID Connect',
    userInfo,
    'Bearer <access>',
    refused('insufficient_scope', 'The client may not use OpenID Connect', 403),
  ),
  [
    'userinfo with a token in two ways',
    { path: userInfo, fields: { access_token: '<access>' }, headers: { authorization: 'Bearer <access>' } },
    refused('invalid_request', 'The access token must be sent in one way only'),
  ],
  [
    'userinfo with an empty token in the form',
    { path: userInfo, fields: { access_token: '' }, client: 'nobody' },
    noToken,
  ],
];

const at = (what: string, method: string, path: string, answered: Answered): Row => [what, { method, path }, answered];
const nothing = refused('not_found', 'There is nothing at this address', 404);
const onlyGet = refused('invalid_request', 'Only GET, HEAD is allowed here', 405);

/** Documents, feeds, and addresses that do not exist. */
const documents: readonly Row[] = [
  at('keys by DELETE', 'DELETE', '/idp/oauth2/jwks', onlyGet),
  at('keys by PUT', 'PUT', '/idp/oauth2/jwks', onlyGet),
  at('metadata by DELETE', 'DELETE', '/.well-known/oauth-authorization-server', onlyGet),
  at('the configuration by PATCH', 'PATCH', '/.well-known/openid-configuration', onlyGet),
  at('the reference by DELETE', 'DELETE', '/openapi.json', onlyGet),
  at('metadata of a path', 'GET', '/.well-known/oauth-authorization-server/idp', nothing),
  at('keys of another segment', 'GET', '/realms/oauth2/jwks', nothing),
  at('keys with a slash more', 'GET', '/idp/oauth2/jwks/', nothing),
  at('keys in capitals', 'GET', '/IDP/oauth2/jwks', nothing),
  at('keys behind two slashes', 'GET', '//idp/oauth2/jwks', nothing),
  at('registration of a client', 'POST', '/idp/oauth2/register', nothing),
  at('pushed requests', 'POST', '/idp/oauth2/par', nothing),
  at(
    'a position that is no number',
    'GET',
    '/idp/oauth2/revocations?after=1.5',
    refused('invalid_request', 'after must be a position that the feed has given'),
  ),
  at(
    'a position that is too large',
    'GET',
    '/idp/oauth2/revocations?after=99999999999999999999',
    refused('invalid_request', 'after must be a position that the feed has given'),
  ),
  at(
    'a position in hexadecimal',
    'GET',
    '/idp/oauth2/revocations?after=0x10',
    refused('invalid_request', 'after must be a position that the feed has given'),
  ),
  at(
    'the device page by DELETE',
    'DELETE',
    '/device',
    refused('invalid_request', 'Only GET, HEAD, POST is allowed here', 405),
  ),
  at('the device page in capitals', 'GET', '/DEVICE', nothing),
  at(
    'the security page by PUT',
    'PUT',
    '/idp/account/security',
    refused('invalid_request', 'Only GET, HEAD, POST is allowed here', 405),
  ),
];

const form = (
  what: string,
  formOf: WrongRequest['formOf'],
  fields: Fields,
  answered: Answered,
  more: Partial<WrongRequest> = {},
): Row => [what, { path: '', formOf: formOf!, client: 'nobody', fields, ...more }, answered];
const right = { user_id: '<user>', user_password: '<password>', decision: 'sign-in' };

/** The forms of the pages. */
const pages: readonly Row[] = [
  form('authorize: no user ID', 'authorize', { ...right, user_id: '' }, onPage('missing-user-id')),
  form('authorize: no password', 'authorize', { ...right, user_password: '' }, onPage('missing-password')),
  form('authorize: a wrong password', 'authorize', { ...right, user_password: 'wrong' }, onPage('wrong-credentials')),
  form('authorize: an unknown user', 'authorize', { ...right, user_id: 'nobody' }, onPage('wrong-credentials')),
  form('authorize: no token', 'authorize', { ...right, csrf_token: 'none' }, onPage('foreign-form', 403)),
  form(
    'authorize: a changed token',
    'authorize',
    { ...right, csrf_token: 'A'.repeat(59) },
    onPage('foreign-form', 403),
  ),
  form('authorize: another site', 'authorize', right, onPage('foreign-form', 403), {
    headers: { 'sec-fetch-site': 'cross-site' },
  }),
  form('authorize: another origin', 'authorize', right, onPage('foreign-form', 403), {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  }),
  form('authorize: no cookie', 'authorize', right, onPage('no-cookie'), { headers: { cookie: '' } }),
  form('authorize: allowing without a session', 'authorize', { decision: 'allow' }, onPage('form-expired')),
  form(
    'authorize: a code without a password',
    'authorize',
    { decision: 'verify', factor_code: '123456' },
    onPage('form-expired'),
  ),
  form(
    'authorize: setting an app up without a password',
    'authorize',
    { decision: 'enrol', factor_code: '123456', authenticator: 'x' },
    onPage('form-expired'),
  ),
  form('authorize: continuing without a proof', 'authorize', { decision: 'continue' }, onPage('form-expired')),
  form('authorize: a repeated field', 'authorize', {}, onPage('request-invalid'), { body: 'user_id=a&user_id=b' }),
  form('authorize: a null character', 'authorize', { ...right, user_id: 'a\0' }, onPage('request-invalid')),
  form('authorize: JSON', 'authorize', {}, onPage('request-invalid'), {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  }),
  form('authorize: more than 16 kB', 'authorize', { ...right, padding: 'a'.repeat(16_384) }, onPage('request-invalid')),
  form('security: no user ID', 'security', { ...right, user_id: '' }, onPage('missing-user-id')),
  form('security: a wrong password', 'security', { ...right, user_password: 'wrong' }, onPage('wrong-credentials')),
  form('security: no token', 'security', { ...right, csrf_token: 'none' }, onPage('foreign-form', 403)),
  form('security: new codes without a proof', 'security', { decision: 'new-codes' }, onPage('form-expired')),
  form(
    'security: removing without a proof',
    'security',
    { decision: 'confirm-removal', factor_code: '1' },
    onPage('form-expired'),
  ),
  form(
    'security: setting a passkey up without a proof',
    'security',
    { decision: 'set-up-passkey' },
    onPage('form-expired'),
  ),
  form('device: no code', 'device', { decision: 'code' }, onPage('missing-code')),
  form('device: an unknown code', 'device', { decision: 'code', user_code: 'BBBB-BBBB' }, onPage('wrong-code')),
  form('device: a code with vowels', 'device', { decision: 'code', user_code: 'AEIO-UAEI' }, onPage('wrong-code')),
  form(
    'device: a code that is too long',
    'device',
    { decision: 'code', user_code: 'B'.repeat(1_000) },
    onPage('wrong-code'),
  ),
  form('device: a used code', 'device', { decision: 'code', user_code: '<used user code>' }, onPage('wrong-code')),
  form(
    'device: a refused code',
    'device',
    { decision: 'code', user_code: '<refused user code>' },
    onPage('wrong-code'),
  ),
  form('device: the device code', 'device', { decision: 'code', user_code: '<device code>' }, onPage('wrong-code')),
  form('device: allowing without a code', 'device', { decision: 'allow' }, onPage('foreign-form', 403)),
  form('device: signing in without a code', 'device', right, onPage('foreign-form', 403)),
  form(
    'device: no token',
    'device',
    { decision: 'code', user_code: '<user code>', csrf_token: 'none' },
    onPage('foreign-form', 403),
  ),
  form('device: another site', 'device', { decision: 'code', user_code: '<user code>' }, onPage('foreign-form', 403), {
    headers: { 'sec-fetch-site': 'cross-site' },
  }),
  form('device: no cookie', 'device', { decision: 'code', user_code: '<user code>' }, onPage('no-cookie'), {
    headers: { cookie: '' },
  }),
  form('device: a repeated field', 'device', {}, onPage('request-invalid'), { body: 'user_code=a&user_code=b' }),
  form('device: plain text', 'device', {}, onPage('request-invalid'), {
    body: 'user_code=a',
    headers: { 'content-type': 'text/plain' },
  }),
];

/** All wrong requests, by the endpoint to which they go. */
export const wrongRequests: Readonly<Record<string, readonly Row[]>> = {
  'the authorization page': beforeThePage,
  'the token endpoint': tokens,
  'client authentication by JWT': assertions,
  'the credentials flow': byPassword,
  'the device endpoint': devices,
  'revocation and introspection': aboutTokens,
  'endpoints for bearers': bearers,
  'documents and unknown addresses': documents,
  'the forms of the pages': pages,
};
