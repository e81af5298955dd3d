import { alter, copy, drop, moveLast, put, rename } from '../../mutants/bodies.js';
import {
  both,
  changeForm,
  hasHeader,
  ignoreHeader,
  is,
  lacks,
  not,
  queryOf,
  says,
  sends,
} from '../../mutants/calls.js';
import { header, json, replace, status, whenCall, whenRefused, whenStatus } from '../../mutants/edits.js';
import type { Change, Fields, Is, Mutant } from '../../mutants/mutant.js';
import { beforeAuth, byRule, onApi, onAuth, remembering } from '../../mutants/table.js';
import { inToken, withClaims, withHeader } from '../../mutants/tokens.js';
import { anyTokenEndpoint, credentials, refuse, spelledRight, tokenRefusalRows } from './mutant-parts.js';

const asXml = is('response_type', 'xml');
const withBasic = hasHeader('authorization', 'Basic ');
const ofUnknownUser: Is = says('user_id=nobody-');
const userFirst: Is = ({ body }) => body.toString().startsWith('user_id=');
const type = (value: string) => header('content-type', value);
const inXml = (part: string | RegExp, by: string) => whenCall(asXml, replace(part, by));
const unknown = refuse(400, 'invalid_request');
const byAlphabet = json((body) => Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))));

const endSooner = (claims: Fields) => void (claims['exp'] = Number(claims['exp']) - 60);

/** Gives all tokens of a client the same identifier. */
const sameId = remembering(() => {
  const known = new Map<unknown, unknown>();
  const change = inToken(1, (claims) => {
    const { client_id: client, jti } = claims;
    if (!known.has(client)) known.set(client, jti);
    claims['jti'] = known.get(client);
  });
  return (answer, call) => {
    if (call.service === 'auth' && answer.status === 200) change(answer, call);
  };
});

/** Reads the query as if it were part of the form. */
const readQuery: Change = (call) => {
  const query = queryOf(call);
  changeForm((form) => query.forEach((value, name) => form.set(name, value)))(call);
  call.path = credentials;
};

/** Mutants with wrong token records, access tokens and refusals. */
export const recordMutants: readonly Mutant[] = [
  ...onAuth(credentials, [
    ['a record has HTTP 201', 'TOK-001', status(201)],
    ['a record has the type text/plain', 'TOK-001 TOK-009', type('text/plain')],
    ['a record is a list', 'TOK-001 TOK-002', json((body) => [body])],
    ['exires_in is spelled correctly', 'TOK-002 TOK-004', ...spelledRight],
    ['exires_in comes last', 'TOK-002', moveLast('', 'exires_in')],
    ['the fields are in alphabetical order', 'TOK-002', byAlphabet],
    ['a record has an additional field', 'TOK-002', put('', 'user_id', 'somebody')],
    ['a record has no refresh token', 'TOK-002 TOK-006', drop('', 'refresh_token')],
    ['the scope lacks qualified', 'TOK-003', put('', 'scope', 'openid profile email')],
    ['the scope is a list', 'TOK-003', alter('', 'scope', (scope) => String(scope).split(' '))],
    ['exires_in is a text', 'TOK-004', alter('', 'exires_in', String)],
    ['exires_in is 0', 'TOK-004 TOK-113', put('', 'exires_in', 0)],
    ['token_type in small letters', 'TOK-005', put('', 'token_type', 'bearer')],
    ['access token and refresh token are the same', 'TOK-006', copy('', 'access_token', 'refresh_token')],
    ['the access token is empty', 'TOK-006', put('', 'access_token', '')],
    ['expires_in has another time', 'TOK-007', put('', 'expires_in', 3_600)],
    ['the field realm is unknown', 'TOK-008', whenCall(sends('realm'), unknown)],
    ['the field response_type is unknown', 'TOK-009 TOK-010', whenCall(sends('response_type'), unknown)],
    ['XML is sent as JSON', 'TOK-010 TOK-012', whenCall(asXml, type('application/json'))],
    ['XML does not say its character set', 'TOK-010', whenCall(asXml, type('application/xml'))],
    ['the XML has another root', 'TOK-011', inXml(/token>/g, 'tokens>')],
    ['the XML spells exires_in correctly', 'TOK-011', inXml(/exires_in/g, 'expires_in')],
    ['the XML has no scope', 'TOK-011', inXml(/<scope>[^<]*<\/scope>/, '')],
    ['errors in XML have the root of tokens', 'TOK-012', inXml(/error_response>/g, 'token>')],
    ['errors in XML have no description', 'TOK-012', inXml(/<error_description>[^<]*<\/error_description>/, '')],
    ['user_id must come first', 'TOK-013', whenCall(not(userFirst), unknown)],
    ['tokens are of type JWT', 'TOK-110', withHeader({ typ: 'JWT' })],
    ['tokens are signed by HS256', 'TOK-110', withHeader({ alg: 'HS256' })],
    ['tokens name no key', 'TOK-110 TOK-114', withHeader({ kid: undefined })],
    ['access tokens are opaque', 'TOK-110 TOK-111 TOK-114', put('', 'access_token', 'a-random-value')],
    ['tokens lack member_code', 'TOK-111', withClaims({ member_code: undefined })],
    ['tokens lack jti', 'TOK-111', withClaims({ jti: undefined })],
    ['tokens name another client', 'TOK-112', withClaims({ client_id: 'another' })],
    ['tokens have only a part of the scope', 'TOK-112', withClaims({ scope: 'openid' })],
    ['exires_in is in milliseconds', 'TOK-113', alter('', 'exires_in', (seconds) => Number(seconds) * 1_000)],
    ['tokens end a minute before they say', 'TOK-113', inToken(1, endSooner)],
    ['claims are changed after signing', 'TOK-114', withClaims({ member_code: '00000000' })],
    ...tokenRefusalRows('TOK-020 TOK-021 TOK-022 TOK-023 TOK-024 TOK-025 TOK-026 TOK-030 TOK-032 TOK-034 TOK-035'),
    ...tokenRefusalRows('TOK-036 TOK-037 TOK-041 TOK-042'),
    ['an unknown user gets invalid_request', 'TOK-031', whenCall(ofUnknownUser, unknown)],
    [
      'the answer says that the user is unknown',
      'TOK-031',
      whenCall(ofUnknownUser, put('', 'error_description', 'Who?')),
    ],
    ['a GET gets HTTP 404', 'TOK-038', whenStatus(405, status(404))],
    ['a 405 does not say what is allowed', 'TOK-038', whenStatus(405, header('allow'))],
    ['HTTP Basic needs the id in the body as well', 'TOK-040', whenCall(both(withBasic, lacks('client_id')), unknown)],
    ['the challenge names another scheme', 'TOK-042', header('www-authenticate', 'Bearer realm="/api"')],
    ['there is no challenge', 'TOK-042', header('www-authenticate')],
    ['tokens name another issuer', 'TOK-115', withClaims({ iss: 'https://other.example' })],
  ]),
  ...onAuth(anyTokenEndpoint, [
    ['refusals have no description', 'TOK-033', whenRefused(drop('', 'error_description'))],
    ['error is named code', 'TOK-033 TOK-024', whenRefused(rename('', 'error', 'code'))],
    ['refusals are text', 'TOK-033', whenRefused(type('text/plain'))],
    ['refusals have HTTP 200', 'TOK-020 TOK-022 TOK-030 TOK-033', whenRefused(status(200))],
  ]),
  ...beforeAuth(anyTokenEndpoint, [
    ['HTTP Basic is not read', 'TOK-040 TOK-059 TOK-096', ignoreHeader('authorization')],
  ]),
  ...beforeAuth(credentials, [['fields of the query are read like those of the form', 'TOK-043', readQuery]]),
  ...onApi(/./, [['the data API accepts no token', 'TOK-014 TOK-082 TOK-089', status(401)]]),
  ...byRule([['every token has the jti of the first', 'TOK-116', sameId]]),
];
