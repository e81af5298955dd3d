import { drop } from '../../mutants/bodies.js';
import { changeForm, changePath, changeQuery, is, isAt, sends } from '../../mutants/calls.js';
import { whenCall } from '../../mutants/edits.js';
import type { Mutant, Rule } from '../../mutants/mutant.js';
import { beforeAuth, byRule, onAuth } from '../../mutants/table.js';
import {
  answersAgain,
  bodyIs,
  copyOf,
  refuse,
  refusedOnce,
  tokenEndpoint,
  tokenRefusalRows,
  unnoticedRepeat,
  usedUpBy,
} from './mutant-parts.js';

const page = /\/oauth2\/authorize$/;
const ofCode = is('grant_type', 'authorization_code');
const withVerifier = sends('code_verifier');

/** Removes the challenge from authorization requests and the verifier from code exchanges. */
const withoutPkce: Rule = (call, pass) => {
  if (isAt('auth', page)(call))
    changeQuery((query) => ['code_challenge', 'code_challenge_method'].forEach((name) => query.delete(name)))(call);
  if (isAt('auth', tokenEndpoint)(call)) changeForm((form) => form.delete('code_verifier'))(call);
  return pass();
};

/** Answers every code exchange with the first answer. */
function allWin(): Rule {
  let first: ReturnType<Parameters<Rule>[1]> | undefined;
  return async (call, pass) => {
    if (!ofCode(call)) return pass();
    first ??= pass();
    return copyOf(await first);
  };
}

/** Mutants with wrong code exchanges. */
export const codeMutants: readonly Mutant[] = [
  ...byRule([
    ['a code is redeemed twice', 'TOK-051 TOK-052 TOK-074', answersAgain(ofCode)],
    [
      'the repeated use of a code does not end the grant',
      'TOK-052 TOK-074',
      unnoticedRepeat('code', ofCode, 'A'.repeat(43)),
    ],
    ['the repeated use of a code gets another error', 'TOK-051', refusedOnce('code', ofCode, 'invalid_request')],
    ['several exchanges at the same time all succeed', 'TOK-053', allWin],
    ['after a wrong redirect_uri, the code cannot be used', 'TOK-055', usedUpBy('code', ofCode)],
    ['after a wrong verifier, the code cannot be used', 'TOK-072', usedUpBy('code', withVerifier)],
    ['PKCE is ignored', 'TOK-071 TOK-072 TOK-073', () => withoutPkce],
  ]),
  ...beforeAuth(page, [
    [
      'a plain challenge is accepted',
      'TOK-073',
      changePath('code_challenge_method=plain', 'code_challenge_method=S256'),
    ],
  ]),
  ...onAuth(tokenEndpoint, [
    ['codes get no refresh token', 'TOK-050', whenCall(ofCode, drop('', 'refresh_token'))],
    ['codes get nothing', 'TOK-050 TOK-053', whenCall(ofCode, refuse(400, 'invalid_grant'))],
    ['verifiers are refused', 'TOK-070 TOK-072', whenCall(withVerifier, refuse(400, 'invalid_grant'))],
    ...tokenRefusalRows('TOK-054 TOK-056 TOK-057 TOK-058 TOK-060 TOK-061 TOK-062 TOK-063 TOK-064 TOK-071 TOK-072'),
  ]),
  ...onAuth(/\/introspect$/, [
    ['introspection calls every token active', 'TOK-074 TOK-142 TOK-143 TOK-145', bodyIs({ active: true })],
  ]),
];
