import { alter, drop } from '../../mutants/bodies.js';
import { both, is, lacks } from '../../mutants/calls.js';
import { whenCall } from '../../mutants/edits.js';
import type { Edit, Mutant, Rule } from '../../mutants/mutant.js';
import { byRule, onAuth, remembering } from '../../mutants/table.js';
import {
  answersAgain,
  refuse,
  refusedOnce,
  spelledRight,
  tokenEndpoint,
  tokenRefusalRows,
  unnoticedRepeat,
  usedUpBy,
} from './mutant-parts.js';

const ofReissue = is('grant_type', 'refresh_token');
const withBasic = both(ofReissue, lacks('client_secret'));
const inReissue = (...edits: readonly Edit[]) => whenCall(ofReissue, ...edits);

/** Changes a field in the answer to each reissue; the change depends on the number of earlier reissues. */
function numbered(field: string, change: (value: unknown, count: number) => unknown): () => Rule {
  return remembering(() => {
    let count = 0;
    return inReissue((answer, call) => {
      count += 1;
      alter('', field, (value) => change(value, count))(answer, call);
    });
  });
}

/** Returns the first token again at each reissue. */
function keeping(field: 'access_token' | 'refresh_token'): () => Rule {
  return remembering(() => {
    let first: unknown;
    return (answer, call) => {
      const keep = alter('', field, (token) => (first ??= token));
      if (call.service === 'auth' && answer.status === 200) keep(answer, call);
    };
  });
}

/** Ends every access token that a reissue has replaced. */
const endingReplaced = remembering(() => {
  let replaced = false;
  return (answer, call) => {
    if (ofReissue(call) && answer.status === 200) replaced = true;
    if (call.service === 'api' && replaced) answer.status = 401;
  };
});

/** Refuses all reissues after a code was exchanged. */
const onlyByCredentials = remembering(() => {
  let isByCode = false;
  return (answer, call) => {
    if (is('grant_type', 'authorization_code')(call)) isByCode = true;
    if (isByCode && ofReissue(call)) refuse(400, 'unauthorized_client')(answer, call);
  };
});

/** Wrong reissues. */
export const reissueMutants: readonly Mutant[] = [
  ...onAuth(tokenEndpoint, [
    ['a reissue has no refresh token', 'TOK-080 TOK-081', inReissue(drop('', 'refresh_token'))],
    ['a reissue spells exires_in correctly', 'TOK-080', inReissue(...spelledRight)],
    ['HTTP Basic does not work at reissue', 'TOK-096', whenCall(withBasic, refuse(401, 'invalid_client'))],
    ...tokenRefusalRows('TOK-087 TOK-090 TOK-091 TOK-092 TOK-093 TOK-094 TOK-095 TOK-097'),
  ]),
  ...byRule([
    ['a reissue keeps the refresh token', 'TOK-081', keeping('refresh_token')],
    ['a reissue keeps the access token', 'TOK-082', keeping('access_token')],
    ['reissue is only for tokens of the credentials flow', 'TOK-083', onlyByCredentials],
    ['there is no second answer to a reissue', 'TOK-084 TOK-085 TOK-086', refusedOnce('refresh_token', ofReissue)],
    [
      'each repeated reissue has another token',
      'TOK-084 TOK-086',
      numbered('refresh_token', (token, no) => `${String(token)}${no}`),
    ],
    ['a repeated reissue begins a new lifetime', 'TOK-085', numbered('exires_in', (_, count) => 300 + count)],
    ['a replaced refresh token remains valid', 'TOK-087 TOK-088', answersAgain(ofReissue)],
    [
      'the use of a stolen refresh token does not end the grant',
      'TOK-088',
      unnoticedRepeat('refresh_token', ofReissue, 'A'.repeat(86)),
    ],
    ['a reissue ends the former access token', 'TOK-089', endingReplaced],
    ['a foreign client ends the grant', 'TOK-090 TOK-097', usedUpBy('refresh_token', ofReissue)],
  ]),
];
