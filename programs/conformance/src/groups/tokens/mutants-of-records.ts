import { not } from '../../mutants/calls.js';
import { copy, drop, header, json, moveLast, put, replace, status, whenCall } from '../../mutants/edits.js';
import type { Edit, Fields, Is, Mutant, Rule } from '../../mutants/mutant.js';
import { byRule, onApi, onAuth } from '../../mutants/table.js';
import { credentials, is, refuse, sends, spelledRight } from './mutant-parts.js';

const asXml = is('response_type', 'xml');
const userFirst: Is = ({ body }) => body.toString().startsWith('user_id=');
const type = (value: string) => header('content-type', value);
const inXml = (part: string | RegExp, by: string) => whenCall(asXml, replace(part, by));
const unknown = refuse(400, 'invalid_request');
const byAlphabet = json((body) => Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** Changes a part of the access token of a record; the signature no longer fits. */
const inToken = (part: 0 | 1, change: (values: Fields) => void): Edit =>
  put('', 'access_token', (token: unknown) => {
    const parts = String(token).split('.');
    const values = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()) as Fields;
    change(values);
    parts[part] = Buffer.from(JSON.stringify(values)).toString('base64url');
    return parts.join('.');
  });
const withHeader = (values: object) => inToken(0, (before) => Object.assign(before, values));
const withClaims = (values: object) => inToken(1, (claims) => Object.assign(claims, values));

/** The same identifier in each token of a client. */
function sameId(): Rule {
  const known = new Map<unknown, unknown>();
  return async (call, pass) => {
    const answer = await pass();
    if (call.service !== 'auth' || answer.status !== 200) return answer;
    inToken(1, (claims) => {
      const { client_id: client, jti } = claims;
      if (!known.has(client)) known.set(client, jti);
      claims['jti'] = known.get(client);
    })(answer, call);
    return answer;
  };
}

/** Wrong token records and wrong access tokens. */
export const recordMutants: readonly Mutant[] = [
  ...onAuth(credentials, [
    ['a record is a 201', 'TOK-001', status(201)],
    ['a record is text', 'TOK-001 TOK-009', type('text/plain')],
    ['a record is a list', 'TOK-001 TOK-002', json((body) => [body])],
    ['exires_in is spelled right', 'TOK-002 TOK-004', ...spelledRight],
    ['exires_in stands last', 'TOK-002', moveLast('', 'exires_in')],
    ['the fields stand in the order of the alphabet', 'TOK-002', byAlphabet],
    ['a record has a field more', 'TOK-002', put('', 'user_id', 'somebody')],
    ['a record has no refresh token', 'TOK-002 TOK-006', drop('', 'refresh_token')],
    ['the scope lacks qualified', 'TOK-003', put('', 'scope', 'openid profile email')],
    ['the scope is a list', 'TOK-003', put('', 'scope', (scope: unknown) => String(scope).split(' '))],
    ['exires_in is a text', 'TOK-004', put('', 'exires_in', String)],
    ['exires_in is 0', 'TOK-004 TOK-113', put('', 'exires_in', 0)],
    ['token_type in small letters', 'TOK-005', put('', 'token_type', 'bearer')],
    ['one token for both', 'TOK-006', copy('', 'access_token', 'refresh_token')],
    ['the access token is empty', 'TOK-006', put('', 'access_token', '')],
    ['expires_in tells another time', 'TOK-007', put('', 'expires_in', 3_600)],
    ['a realm is unknown here', 'TOK-008', whenCall(sends('realm'), unknown)],
    ['response_type is unknown here', 'TOK-009 TOK-010', whenCall(sends('response_type'), unknown)],
    ['XML is sent as JSON', 'TOK-010 TOK-012', whenCall(asXml, type('application/json'))],
    ['XML does not say its character set', 'TOK-010', whenCall(asXml, type('application/xml'))],
    ['the XML has another root', 'TOK-011', inXml(/token>/g, 'tokens>')],
    ['the XML spells exires_in right', 'TOK-011', inXml(/exires_in/g, 'expires_in')],
    ['the XML has no scope', 'TOK-011', inXml(/<scope>[^<]*<\/scope>/, '')],
    ['errors have the root of tokens', 'TOK-012', inXml(/error_response>/g, 'token>')],
    ['errors in XML have no description', 'TOK-012', inXml(/<error_description>[^<]*<\/error_description>/, '')],
    ['user_id must come first', 'TOK-013', whenCall(not(userFirst), unknown)],
    ['tokens are of type JWT', 'TOK-110', withHeader({ typ: 'JWT' })],
    ['tokens are signed by HS256', 'TOK-110', withHeader({ alg: 'HS256' })],
    ['tokens name no key', 'TOK-110 TOK-114', withHeader({ kid: undefined })],
    ['access tokens are opaque', 'TOK-110 TOK-111 TOK-114', put('', 'access_token', 'a-random-value')],
    ['tokens lack member_code', 'TOK-111', withClaims({ member_code: undefined })],
    ['tokens lack jti', 'TOK-111', withClaims({ jti: undefined })],
    ['tokens name another client', 'TOK-112', withClaims({ client_id: 'another' })],
    ['the scope of tokens is a part', 'TOK-112', withClaims({ scope: 'openid' })],
    ['exires_in is in milliseconds', 'TOK-113', put('', 'exires_in', (seconds: unknown) => Number(seconds) * 1_000)],
    [
      'tokens end a minute before they say',
      'TOK-113',
      inToken(1, (claims) => void (claims['exp'] = Number(claims['exp']) - 60)),
    ],
    ['claims are changed after signing', 'TOK-114', withClaims({ member_code: '00000000' })],
    ['tokens name another issuer', 'TOK-115', withClaims({ iss: 'https://other.example' })],
  ]),
  ...onApi(/./, [['the data API takes no token', 'TOK-014', status(401)]]),
  ...byRule([['every token has the jti of the first', 'TOK-116', sameId]]),
];
