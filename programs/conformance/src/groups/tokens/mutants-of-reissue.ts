import { both, formOf } from '../../mutants/calls.js';
import { drop, put, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Edit, Is, Mutant, Rule } from '../../mutants/mutant.js';
import { byRule, onApi, onAuth } from '../../mutants/table.js';
import {
  answersAgain,
  asks,
  granted,
  is,
  lacks,
  refuse,
  refusedOnce,
  sends,
  spelledRight,
  tokenEndpoint,
  unnoticedRepeat,
  usedUpBy,
} from './mutant-parts.js';

const ofReissue = asks('refresh_token');
const isLike = (pattern: RegExp) => both(ofReissue, (call) => pattern.test(formOf(call).get('refresh_token') ?? ''));
const unknown = isLike(/^A{86}$/);
const anAccessToken = isLike(/^eyJ/);
const inReissue = (...edits: readonly Edit[]) => whenCall(ofReissue, ...edits);
const grant = (isMeant: Is) => whenCall(isMeant, granted);
const refuseFor = (isMeant: Is, code: number, error: string): Edit => whenCall(isMeant, refuse(code, error));

/** Changes a field of each reissue by the number of the answer. */
function numbered(field: string, change: (value: unknown, count: number) => unknown): () => Rule {
  return () => {
    let count = 0;
    return async (call, pass) => {
      const answer = await pass();
      if (call.service === 'auth' && ofReissue(call)) {
        count += 1;
        put('', field, (value: unknown) => change(value, count))(answer, call);
      }
      return answer;
    };
  };
}

/** Keeps the token that was sent before. */
function keeping(field: 'access_token' | 'refresh_token'): () => Rule {
  return () => {
    let first: unknown;
    return async (call, pass) => {
      const answer = await pass();
      if (call.service === 'auth' && answer.status === 200)
        put('', field, (token: unknown) => (first ??= token))(answer, call);
      return answer;
    };
  };
}

/** Ends every access token that was replaced. */
function endingReplaced(): Rule {
  let replaced = false;
  return async (call, pass) => {
    const answer = await pass();
    if (call.service === 'auth' && ofReissue(call) && answer.status === 200) replaced = true;
    if (call.service === 'api' && replaced) answer.status = 401;
    return answer;
  };
}

/** Reissues nothing after a code was exchanged. */
function onlyByCredentials(): Rule {
  let isByCode = false;
  return async (call, pass) => {
    const answer = await pass();
    if (call.service === 'auth' && asks('authorization_code')(call)) isByCode = true;
    if (isByCode && ofReissue(call)) refuse(400, 'unauthorized_client')(answer, call);
    return answer;
  };
}

/** Wrong reissues. */
export const reissueMutants: readonly Mutant[] = [
  ...onAuth(tokenEndpoint, [
    ['a reissue has no refresh token', 'TOK-080 TOK-081', inReissue(drop('', 'refresh_token'))],
    ['a reissue spells exires_in right', 'TOK-080', inReissue(...spelledRight)],
    [
      'a replaced refresh token is an invalid request',
      'TOK-087',
      inReissue(whenStatus(400, put('', 'error', 'invalid_request'))),
    ],
    ['another client may reissue', 'TOK-090', inReissue(whenStatus(400, granted))],
    [
      'a foreign client is told that it is the wrong one',
      'TOK-090',
      inReissue(whenStatus(400, put('', 'error', 'unauthorized_client'))),
    ],
    ['a reissue needs no refresh token', 'TOK-091', grant(both(ofReissue, lacks('refresh_token')))],
    ['a missing refresh token is a wrong grant', 'TOK-091', refuseFor(lacks('refresh_token'), 400, 'invalid_grant')],
    ['any refresh token will do', 'TOK-092', grant(unknown)],
    ['an unknown refresh token is HTTP 401', 'TOK-092', refuseFor(unknown, 401, 'invalid_grant')],
    ['an access token can be reissued', 'TOK-093', grant(anAccessToken)],
    ['an access token at reissue is a server error', 'TOK-093', refuseFor(anAccessToken, 500, 'server_error')],
    ['a part of the scope will do', 'TOK-094', grant(sends('scope'))],
    ['a part of the scope is an invalid request', 'TOK-094', refuseFor(sends('scope'), 400, 'invalid_request')],
    [
      'HTTP Basic does not work at reissue',
      'TOK-096',
      refuseFor(both(ofReissue, lacks('client_secret')), 401, 'invalid_client'),
    ],
    ['any secret will do at reissue', 'TOK-097', grant(is('client_secret', 'wrong'))],
  ]),
  ...onApi(/./, [['the data API does not take reissued tokens', 'TOK-082 TOK-089', status(401)]]),
  ...byRule([
    ['a reissue keeps the refresh token', 'TOK-081', keeping('refresh_token')],
    ['a reissue keeps the access token', 'TOK-082', keeping('access_token')],
    ['reissue is only for tokens of the credentials flow', 'TOK-083', onlyByCredentials],
    [
      'there is no second answer to a reissue',
      'TOK-084 TOK-085 TOK-086',
      refusedOnce('refresh_token', ofReissue, { after: () => true }),
    ],
    [
      'each answer of a reissue has another refresh token',
      'TOK-084 TOK-086',
      numbered('refresh_token', (token, count) => `${String(token)}${count}`),
    ],
    ['a repeated reissue begins a new lifetime', 'TOK-085', numbered('exires_in', (_, count) => 300 + count)],
    ['a replaced refresh token goes on', 'TOK-087 TOK-088', answersAgain(ofReissue)],
    ['a stolen refresh token ends nothing', 'TOK-088', unnoticedRepeat('refresh_token', ofReissue, 'A'.repeat(86))],
    ['a reissue ends the former access token', 'TOK-089', endingReplaced],
    ['a foreign client ends the grant', 'TOK-090 TOK-097', usedUpBy('refresh_token', ofReissue)],
  ]),
];
