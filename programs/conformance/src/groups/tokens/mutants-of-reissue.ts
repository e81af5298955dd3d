import { drop, formOf, onApi, onAuth, put, rename, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { answersAgain, asks, grantAnyway, lacks, refuse, sends, tokenEndpoint, usedUpBy } from './mutant-parts.js';

const ofReissue = asks('refresh_token');
const ofCodes = asks('authorization_code');
const on = (isMeant: (call: PassedCall) => boolean, ...edits: Parameters<typeof whenCall>[1][]) =>
  onAuth(tokenEndpoint, whenCall(isMeant, ...edits));
const isToken = (pattern: RegExp) => (call: PassedCall) =>
  ofReissue(call) && pattern.test(formOf(call).get('refresh_token') ?? '');

/** Never lets a refresh token be used twice, not even after a lost answer. */
function withoutGrace(): Rule {
  const used = new Set<string>();
  return async (call, pass) => {
    const token = ofReissue(call) ? formOf(call).get('refresh_token') : null;
    if (token === null || call.service !== 'auth') return pass();
    const isRepeat = used.has(token);
    used.add(token);
    const answer = await pass();
    if (isRepeat) refuse(400, 'invalid_grant')(answer, call);
    return answer;
  };
}

/** Hides from the service that a replaced token came back. */
function unnoticedReplay(): Rule {
  const used = new Set<string>();
  return (call, pass) => {
    const token = ofReissue(call) ? formOf(call).get('refresh_token') : null;
    if (token === null || call.service !== 'auth') return pass();
    if (used.has(token))
      call.body = Buffer.from(call.body.toString().replace(encodeURIComponent(token), 'A'.repeat(86)));
    used.add(token);
    return pass();
  };
}

/** A number that grows with each answer, behind each refresh token. */
function alwaysAnotherPair(): Rule {
  let count = 0;
  return async (call, pass) => {
    const answer = await pass();
    if (call.service === 'auth' && ofReissue(call)) {
      count += 1;
      put('', 'refresh_token', (token: unknown) => `${String(token)}${count}`)(answer, call);
    }
    return answer;
  };
}

/** Keeps the access token that was sent before, or the refresh token. */
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

/** Wrong reissues. */
export const reissueMutants: readonly Mutant[] = [
  {
    name: 'a reissue has no refresh token',
    noticedBy: ['TOK-080', 'TOK-081'],
    rule: on(ofReissue, drop('', 'refresh_token')),
  },
  {
    name: 'a reissue spells exires_in right',
    noticedBy: ['TOK-080'],
    rule: on(ofReissue, drop('', 'expires_in'), rename('', 'exires_in', 'expires_in')),
  },
  { name: 'a reissue keeps the refresh token', noticedBy: ['TOK-081'], rule: keeping('refresh_token') },
  { name: 'a reissue keeps the access token', noticedBy: ['TOK-082'], rule: keeping('access_token') },
  {
    name: 'the data API does not take reissued tokens',
    noticedBy: ['TOK-082', 'TOK-089'],
    rule: onApi(/./, status(401)),
  },
  {
    name: 'reissue is only for tokens of the credentials flow',
    noticedBy: ['TOK-083'],
    rule: () => {
      let isByCode = false;
      return async (call, pass) => {
        const answer = await pass();
        if (call.service === 'auth' && ofCodes(call)) isByCode = true;
        if (isByCode && ofReissue(call)) refuse(400, 'unauthorized_client')(answer, call);
        return answer;
      };
    },
  },
  { name: 'there is no second answer to a reissue', noticedBy: ['TOK-084', 'TOK-085', 'TOK-086'], rule: withoutGrace },
  {
    name: 'each answer of a reissue has another refresh token',
    noticedBy: ['TOK-084', 'TOK-086'],
    rule: alwaysAnotherPair,
  },
  {
    name: 'a repeated reissue begins a new lifetime',
    noticedBy: ['TOK-085'],
    rule: () => {
      let count = 300;
      return async (call, pass) => {
        const answer = await pass();
        if (call.service === 'auth' && ofReissue(call)) put('', 'exires_in', (count += 1))(answer, call);
        return answer;
      };
    },
  },
  { name: 'a replaced refresh token goes on', noticedBy: ['TOK-087', 'TOK-088'], rule: answersAgain(ofReissue) },
  {
    name: 'a replaced refresh token is an invalid request',
    noticedBy: ['TOK-087'],
    rule: on(ofReissue, whenStatus(400, put('', 'error', 'invalid_request'))),
  },
  { name: 'a stolen refresh token ends nothing', noticedBy: ['TOK-088'], rule: unnoticedReplay },
  { name: 'a reissue ends the former access token', noticedBy: ['TOK-089'], rule: endingReplaced },
  { name: 'another client may reissue', noticedBy: ['TOK-090'], rule: on(ofReissue, whenStatus(400, grantAnyway)) },
  {
    name: 'a foreign client ends the grant',
    noticedBy: ['TOK-090', 'TOK-097'],
    rule: usedUpBy('refresh_token', ofReissue),
  },
  {
    name: 'a foreign client is told that it is the wrong one',
    noticedBy: ['TOK-090'],
    rule: on(ofReissue, whenStatus(400, put('', 'error', 'unauthorized_client'))),
  },
  {
    name: 'a reissue needs no refresh token',
    noticedBy: ['TOK-091'],
    rule: on((call) => ofReissue(call) && lacks('refresh_token')(call), grantAnyway),
  },
  {
    name: 'a missing refresh token is a wrong grant',
    noticedBy: ['TOK-091'],
    rule: on(lacks('refresh_token'), refuse(400, 'invalid_grant')),
  },
  { name: 'any refresh token will do', noticedBy: ['TOK-092'], rule: on(isToken(/^A{86}$/), grantAnyway) },
  {
    name: 'an unknown refresh token is HTTP 401',
    noticedBy: ['TOK-092'],
    rule: on(isToken(/^A{86}$/), refuse(401, 'invalid_grant')),
  },
  { name: 'an access token can be reissued', noticedBy: ['TOK-093'], rule: on(isToken(/^eyJ/), grantAnyway) },
  {
    name: 'an access token at reissue is a server error',
    noticedBy: ['TOK-093'],
    rule: on(isToken(/^eyJ/), refuse(500, 'server_error')),
  },
  { name: 'a part of the scope will do', noticedBy: ['TOK-094'], rule: on(sends('scope'), grantAnyway) },
  {
    name: 'a part of the scope is an invalid request',
    noticedBy: ['TOK-094'],
    rule: on(sends('scope'), refuse(400, 'invalid_request')),
  },
  {
    name: 'HTTP Basic does not work at reissue',
    noticedBy: ['TOK-096'],
    rule: on((call) => ofReissue(call) && lacks('client_secret')(call), refuse(401, 'invalid_client')),
  },
  {
    name: 'any secret will do at reissue',
    noticedBy: ['TOK-097'],
    rule: on((call) => formOf(call).get('client_secret') === 'wrong', grantAnyway),
  },
];
