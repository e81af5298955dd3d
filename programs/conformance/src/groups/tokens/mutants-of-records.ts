import {
  drop,
  type Edit,
  formOf,
  header,
  json,
  moveLast,
  onApi,
  onAuth,
  put,
  rename,
  status,
  text,
  whenCall,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { credentials, refuse, sends } from './mutant-parts.js';

const asXml = (call: Parameters<typeof formOf>[0]) => formOf(call).get('response_type') === 'xml';
const onRecord = (...edits: readonly Edit[]) => onAuth(credentials, ...edits);
const onXml = (change: (xml: string) => string) => onAuth(credentials, whenCall(asXml, text(change)));

/** Changes a part of the access token of a record; the signature no longer fits. */
const inToken = (part: 0 | 1, change: (values: Record<string, unknown>) => void): Edit =>
  put('', 'access_token', (token: unknown) => {
    const parts = String(token).split('.');
    const values = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()) as Record<string, unknown>;
    change(values);
    parts[part] = Buffer.from(JSON.stringify(values)).toString('base64url');
    return parts.join('.');
  });
const inHeader = (change: (values: Record<string, unknown>) => void) => onRecord(inToken(0, change));
const inClaims = (change: (values: Record<string, unknown>) => void) => onRecord(inToken(1, change));

/** Wrong token records and wrong access tokens. */
export const recordMutants: readonly Mutant[] = [
  { name: 'a record is a 201', noticedBy: ['TOK-001'], rule: onRecord(status(201)) },
  { name: 'a record is text', noticedBy: ['TOK-001', 'TOK-009'], rule: onRecord(header('content-type', 'text/plain')) },
  { name: 'a record is a list', noticedBy: ['TOK-001', 'TOK-002'], rule: onRecord(json((body) => [body])) },
  {
    name: 'exires_in is spelled right',
    noticedBy: ['TOK-002', 'TOK-004'],
    rule: onRecord(drop('', 'expires_in'), rename('', 'exires_in', 'expires_in')),
  },
  { name: 'exires_in stands last', noticedBy: ['TOK-002'], rule: onRecord(moveLast('', 'exires_in')) },
  {
    name: 'the fields stand in the order of the alphabet',
    noticedBy: ['TOK-002'],
    rule: onRecord(json((body) => Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))))),
  },
  { name: 'a record has a field more', noticedBy: ['TOK-002'], rule: onRecord(put('', 'user_id', 'somebody')) },
  {
    name: 'a record has no refresh token',
    noticedBy: ['TOK-002', 'TOK-006'],
    rule: onRecord(drop('', 'refresh_token')),
  },
  {
    name: 'the scope lacks qualified',
    noticedBy: ['TOK-003'],
    rule: onRecord(put('', 'scope', 'openid profile email')),
  },
  {
    name: 'the scope is a list',
    noticedBy: ['TOK-003'],
    rule: onRecord(put('', 'scope', (scope: unknown) => String(scope).split(' '))),
  },
  { name: 'exires_in is a text', noticedBy: ['TOK-004'], rule: onRecord(put('', 'exires_in', String)) },
  { name: 'exires_in is 0', noticedBy: ['TOK-004', 'TOK-113'], rule: onRecord(put('', 'exires_in', 0)) },
  { name: 'token_type in small letters', noticedBy: ['TOK-005'], rule: onRecord(put('', 'token_type', 'bearer')) },
  {
    name: 'one token for both',
    noticedBy: ['TOK-006'],
    rule: onRecord(json((body) => ({ ...body, refresh_token: body['access_token'] }))),
  },
  { name: 'the access token is empty', noticedBy: ['TOK-006'], rule: onRecord(put('', 'access_token', '')) },
  { name: 'expires_in tells another time', noticedBy: ['TOK-007'], rule: onRecord(put('', 'expires_in', 3_600)) },
  {
    name: 'a realm is unknown here',
    noticedBy: ['TOK-008'],
    rule: onAuth(credentials, whenCall(sends('realm'), refuse(400, 'invalid_request'))),
  },
  {
    name: 'response_type is unknown here',
    noticedBy: ['TOK-009', 'TOK-010'],
    rule: onAuth(credentials, whenCall(sends('response_type'), refuse(400, 'invalid_request'))),
  },
  {
    name: 'XML is sent as JSON',
    noticedBy: ['TOK-010', 'TOK-012'],
    rule: onAuth(credentials, whenCall(asXml, header('content-type', 'application/json'))),
  },
  {
    name: 'XML does not say its character set',
    noticedBy: ['TOK-010'],
    rule: onAuth(credentials, whenCall(asXml, header('content-type', 'application/xml'))),
  },
  {
    name: 'the XML has another root',
    noticedBy: ['TOK-011'],
    rule: onXml((xml) => xml.replaceAll('token>', 'tokens>')),
  },
  {
    name: 'the XML spells exires_in right',
    noticedBy: ['TOK-011'],
    rule: onXml((xml) => xml.replaceAll('exires_in', 'expires_in')),
  },
  {
    name: 'the XML has no scope',
    noticedBy: ['TOK-011'],
    rule: onXml((xml) => xml.replace(/<scope>[^<]*<\/scope>/, '')),
  },
  {
    name: 'errors have the root of tokens',
    noticedBy: ['TOK-012'],
    rule: onXml((xml) => xml.replaceAll('error_response>', 'token>')),
  },
  {
    name: 'errors in XML have no description',
    noticedBy: ['TOK-012'],
    rule: onXml((xml) => xml.replace(/<error_description>[^<]*<\/error_description>/, '')),
  },
  {
    name: 'user_id must come first',
    noticedBy: ['TOK-013'],
    rule: onAuth(
      credentials,
      whenCall((call) => !call.body.toString().startsWith('user_id='), refuse(400, 'invalid_request')),
    ),
  },
  { name: 'the data API takes no token', noticedBy: ['TOK-014'], rule: onApi(/./, status(401)) },
  {
    name: 'tokens are of type JWT',
    noticedBy: ['TOK-110'],
    rule: inHeader((values) => Object.assign(values, { typ: 'JWT' })),
  },
  {
    name: 'tokens are signed by HS256',
    noticedBy: ['TOK-110'],
    rule: inHeader((values) => Object.assign(values, { alg: 'HS256' })),
  },
  { name: 'tokens name no key', noticedBy: ['TOK-110', 'TOK-114'], rule: inHeader((values) => delete values['kid']) },
  {
    name: 'access tokens are opaque',
    noticedBy: ['TOK-110', 'TOK-111', 'TOK-114'],
    rule: onRecord(put('', 'access_token', 'a-random-value')),
  },
  { name: 'tokens lack member_code', noticedBy: ['TOK-111'], rule: inClaims((claims) => delete claims['member_code']) },
  { name: 'tokens lack jti', noticedBy: ['TOK-111'], rule: inClaims((claims) => delete claims['jti']) },
  {
    name: 'tokens name another client',
    noticedBy: ['TOK-112'],
    rule: inClaims((claims) => Object.assign(claims, { client_id: 'another' })),
  },
  {
    name: 'the scope of tokens is a part',
    noticedBy: ['TOK-112'],
    rule: inClaims((claims) => Object.assign(claims, { scope: 'openid' })),
  },
  {
    name: 'exires_in is in milliseconds',
    noticedBy: ['TOK-113'],
    rule: onRecord(put('', 'exires_in', (seconds: unknown) => Number(seconds) * 1_000)),
  },
  {
    name: 'tokens end a minute before they say',
    noticedBy: ['TOK-113'],
    rule: inClaims((claims) => Object.assign(claims, { exp: Number(claims['exp']) - 60 })),
  },
  {
    name: 'claims are changed after signing',
    noticedBy: ['TOK-114'],
    rule: inClaims((claims) => Object.assign(claims, { member_code: '00000000' })),
  },
  {
    name: 'tokens name another issuer',
    noticedBy: ['TOK-115'],
    rule: inClaims((claims) => Object.assign(claims, { iss: 'https://other.example' })),
  },
  {
    name: 'every token has the jti of the first',
    noticedBy: ['TOK-116'],
    rule: () => {
      const known = new Map<string, string>();
      return async (call, pass) => {
        const answer = await pass();
        if (call.service === 'auth' && answer.status === 200) {
          inToken(1, (claims) => {
            const key = String(claims['client_id']);
            known.set(key, known.get(key) ?? String(claims['jti']));
            claims['jti'] = known.get(key);
          })(answer, call);
        }
        return answer;
      };
    },
  },
];
