import { changeForm, changePath, changeQuery, isAt } from '../../mutants/calls.js';
import { drop, whenCall } from '../../mutants/edits.js';
import type { Change, Edit, Is, Mutant, Rule } from '../../mutants/mutant.js';
import { beforeAuth, byRule, onAuth } from '../../mutants/table.js';
import {
  answersAgain,
  asks,
  bodyIs,
  copyOf,
  granted,
  lacks,
  refuse,
  refusedOnce,
  sends,
  tokenEndpoint,
  unnoticedRepeat,
  usedUpBy,
} from './mutant-parts.js';

const page = /\/oauth2\/authorize$/;
const ofCode = asks('authorization_code');
const withVerifier = sends('code_verifier');
const ofRealm =
  (realm: string): Is =>
  ({ path }) =>
    path.includes(`realm=${realm}`);
const otherRedirect: Is = ({ body }) => /redirect_uri=[^&]*%2Fother(?:&|$)/.test(body.toString());
const grant = (isMeant: Is) => whenCall(isMeant, granted);
const refuseFor = (isMeant: Is, status: number, error: string): Edit => whenCall(isMeant, refuse(status, error));

/** Exchanges each code with the registered callback. */
const anyRedirect = changeForm((form) => {
  const address = form.get('redirect_uri');
  if (address !== null) form.set('redirect_uri', address.replace(/\/other$/, ''));
});

const apiRealm: Change = (call) => {
  if (!call.path.includes('realm=')) call.path += '?realm=/api';
};

/** Takes the challenge out of authorization requests, and verifiers out of exchanges. */
function withoutPkce(): Rule {
  return (call, pass) => {
    if (isAt('auth', page)(call))
      changeQuery((query) => ['code_challenge', 'code_challenge_method'].forEach((name) => query.delete(name)))(call);
    if (isAt('auth', tokenEndpoint)(call)) changeForm((form) => form.delete('code_verifier'))(call);
    return pass();
  };
}

/** Answers all exchanges as the first one. */
function allWin(): Rule {
  let first: ReturnType<Parameters<Rule>[1]> | undefined;
  return async (call, pass) => {
    if (!ofCode(call)) return pass();
    first ??= pass();
    return copyOf(await first);
  };
}

/** Wrong exchanges of codes. */
export const codeMutants: readonly Mutant[] = [
  ...byRule([
    ['a code is redeemed twice', 'TOK-051 TOK-052 TOK-074', answersAgain(ofCode)],
    ['a repeat of a code ends nothing', 'TOK-052 TOK-074', unnoticedRepeat('code', ofCode, 'A'.repeat(43))],
    [
      'a repeat of a code is another error',
      'TOK-051',
      refusedOnce('code', ofCode, { after: () => true, error: 'invalid_request' }),
    ],
    ['all of several exchanges at once win', 'TOK-053', allWin],
    ['a wrong redirect_uri uses the code up', 'TOK-055', usedUpBy('code', ofCode)],
    ['a wrong verifier uses the code up', 'TOK-072', usedUpBy('code', withVerifier)],
    ['PKCE is ignored', 'TOK-071 TOK-072 TOK-073', withoutPkce],
  ]),
  ...beforeAuth(tokenEndpoint, [
    ['any redirect_uri will do at the exchange', 'TOK-054', anyRedirect],
    ['the realm is not needed', 'TOK-057 TOK-095', apiRealm],
    ['any realm will do at the exchange', 'TOK-058', changePath('realm=/other', 'realm=/api')],
  ]),
  ...beforeAuth(page, [
    ['a plain challenge is taken', 'TOK-073', changePath('code_challenge_method=plain', 'code_challenge_method=S256')],
  ]),
  ...onAuth(tokenEndpoint, [
    ['codes get no refresh token', 'TOK-050', whenCall(ofCode, drop('', 'refresh_token'))],
    ['codes get nothing', 'TOK-050', refuseFor(ofCode, 400, 'invalid_grant')],
    ['none of several exchanges at once wins', 'TOK-053', refuseFor(ofCode, 400, 'invalid_grant')],
    ['another redirect_uri is an invalid request', 'TOK-054', refuseFor(otherRedirect, 400, 'invalid_request')],
    ['codes are good for all clients', 'TOK-056', grant(ofCode)],
    ['a code of another client is an invalid client', 'TOK-056', refuseFor(ofCode, 400, 'invalid_client')],
    ['another realm is an invalid client', 'TOK-058', refuseFor(ofRealm('/other'), 400, 'invalid_client')],
    ['a grant type is not needed', 'TOK-060', grant(lacks('grant_type'))],
    [
      'a missing grant type is an unsupported one',
      'TOK-060',
      refuseFor(lacks('grant_type'), 400, 'unsupported_grant_type'),
    ],
    ['an unknown grant type is an invalid request', 'TOK-061', refuseFor(asks('magic'), 400, 'invalid_request')],
    ['an unknown grant type is HTTP 401', 'TOK-061', refuseFor(asks('magic'), 401, 'unsupported_grant_type')],
    ['a missing code is a wrong one', 'TOK-062', refuseFor(lacks('code'), 400, 'invalid_grant')],
    ['any code will do', 'TOK-063', grant(ofCode)],
    ['an unknown code is HTTP 404', 'TOK-063', refuseFor(ofCode, 404, 'invalid_grant')],
    ['a redirect_uri is not needed at the exchange', 'TOK-064', grant(lacks('redirect_uri'))],
    ['a missing redirect_uri is a wrong grant', 'TOK-064', refuseFor(lacks('redirect_uri'), 400, 'invalid_grant')],
    ['verifiers are refused', 'TOK-070 TOK-072', refuseFor(withVerifier, 400, 'invalid_grant')],
    ['a missing verifier does no harm', 'TOK-071', grant(lacks('code_verifier'))],
    ['a wrong verifier is an invalid request', 'TOK-072', refuseFor(withVerifier, 400, 'invalid_request')],
  ]),
  ...onAuth(/\/introspect$/, [
    ['introspection calls every token active', 'TOK-074 TOK-142 TOK-143 TOK-145', bodyIs({ active: true })],
  ]),
];
