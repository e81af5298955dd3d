import { beforeAuth, changeForm, drop, formOf, isAt, onAuth, whenCall } from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import {
  about,
  answersAgain,
  asks,
  grantAnyway,
  lacks,
  refuse,
  sends,
  tokenEndpoint,
  usedUpBy,
} from './mutant-parts.js';

const ofCode = asks('authorization_code');
const on = (isMeant: (call: PassedCall) => boolean, edit: typeof grantAnyway) =>
  onAuth(tokenEndpoint, whenCall(isMeant, edit));
const inPath = (text: string) => (call: PassedCall) => call.path.includes(text);
const wrongVerifier = (call: PassedCall) => sends('code_verifier')(call);
const page = /\/oauth2\/authorize$/;

/** Remembers the registered callback and exchanges each code with it. */
const anyRedirect = beforeAuth(
  tokenEndpoint,
  changeForm(
    (form) =>
      form.has('redirect_uri') && form.set('redirect_uri', (form.get('redirect_uri') ?? '').replace(/\/other$/, '')),
  ),
);

/** Takes the challenge out of authorization requests, and verifiers out of exchanges. */
function ignoringPkce(): Rule {
  return (call, pass) => {
    if (call.service === 'auth' && isAt(call, page)) {
      const url = new URL(call.path, 'http://proxy');
      for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
      call.path = `${url.pathname}${url.search}`;
    }
    if (call.service === 'auth' && isAt(call, tokenEndpoint)) changeForm((form) => form.delete('code_verifier'))(call);
    return pass();
  };
}

/** Wrong exchanges of codes. */
export const codeMutants: readonly Mutant[] = [
  {
    name: 'codes get no refresh token',
    noticedBy: ['TOK-050'],
    rule: onAuth(tokenEndpoint, whenCall(ofCode, drop('', 'refresh_token'))),
  },
  { name: 'codes get nothing', noticedBy: ['TOK-050'], rule: on(ofCode, refuse(400, 'invalid_grant')) },
  { name: 'a code is redeemed twice', noticedBy: ['TOK-051', 'TOK-052', 'TOK-074'], rule: answersAgain(ofCode) },
  {
    name: 'a repeat of a code ends nothing',
    noticedBy: ['TOK-052', 'TOK-074'],
    rule: () => {
      const seen = new Set<string>();
      return async (call, pass) => {
        const code = ofCode(call) ? formOf(call).get('code') : null;
        if (call.service !== 'auth' || code === null) return pass();
        if (seen.has(code))
          call.body = Buffer.from(call.body.toString().replace(encodeURIComponent(code), 'A'.repeat(43)));
        seen.add(code);
        return pass();
      };
    },
  },
  {
    name: 'a repeat of a code is another error',
    noticedBy: ['TOK-051'],
    rule: () => {
      const seen = new Set<string>();
      return async (call, pass) => {
        const answer = await pass();
        if (!ofCode(call)) return answer;
        if (seen.has(call.body.toString())) refuse(400, 'invalid_request')(answer, call);
        seen.add(call.body.toString());
        return answer;
      };
    },
  },
  {
    name: 'all of several exchanges at once win',
    noticedBy: ['TOK-053'],
    rule: () => {
      let first: ReturnType<Parameters<Rule>[1]> | undefined;
      return async (call, pass) => {
        if (!ofCode(call)) return pass();
        first ??= pass();
        const answer = await first;
        return { ...answer, headers: { ...answer.headers } };
      };
    },
  },
  {
    name: 'none of several exchanges at once wins',
    noticedBy: ['TOK-053'],
    rule: () => {
      let calls = 0;
      return async (call, pass) => {
        const answer = await pass();
        if (ofCode(call) && calls++ >= 0) refuse(400, 'invalid_grant')(answer, call);
        return answer;
      };
    },
  },
  { name: 'any redirect_uri will do at the exchange', noticedBy: ['TOK-054'], rule: () => anyRedirect() },
  {
    name: 'another redirect_uri is an invalid request',
    noticedBy: ['TOK-054'],
    rule: on((call) => (formOf(call).get('redirect_uri') ?? '').endsWith('/other'), refuse(400, 'invalid_request')),
  },
  { name: 'a wrong redirect_uri uses the code up', noticedBy: ['TOK-055'], rule: usedUpBy('code', ofCode) },
  {
    name: 'codes are good for all clients',
    noticedBy: ['TOK-056'],
    rule: on((call) => ofCode(call), grantAnyway),
  },
  {
    name: 'a code of another client is an invalid client',
    noticedBy: ['TOK-056'],
    rule: on(ofCode, refuse(400, 'invalid_client')),
  },
  {
    name: 'the realm is not needed',
    noticedBy: ['TOK-057', 'TOK-095'],
    rule: beforeAuth(tokenEndpoint, (call) => {
      if (!call.path.includes('realm=')) call.path += '?realm=/api';
    }),
  },
  {
    name: 'any realm will do at the exchange',
    noticedBy: ['TOK-058'],
    rule: beforeAuth(tokenEndpoint, (call) => {
      call.path = call.path.replace('realm=/other', 'realm=/api');
    }),
  },
  {
    name: 'another realm is an invalid client',
    noticedBy: ['TOK-058'],
    rule: on(inPath('realm=/other'), refuse(400, 'invalid_client')),
  },
  { name: 'a grant type is not needed', noticedBy: ['TOK-060'], rule: on(lacks('grant_type'), grantAnyway) },
  {
    name: 'a missing grant type is an unsupported one',
    noticedBy: ['TOK-060'],
    rule: on(lacks('grant_type'), refuse(400, 'unsupported_grant_type')),
  },
  {
    name: 'an unknown grant type is an invalid request',
    noticedBy: ['TOK-061'],
    rule: on(asks('magic'), refuse(400, 'invalid_request')),
  },
  {
    name: 'an unknown grant type is HTTP 401',
    noticedBy: ['TOK-061'],
    rule: on(asks('magic'), refuse(401, 'unsupported_grant_type')),
  },
  {
    name: 'a missing code is a wrong one',
    noticedBy: ['TOK-062'],
    rule: on(lacks('code'), refuse(400, 'invalid_grant')),
  },
  { name: 'any code will do', noticedBy: ['TOK-063'], rule: on(ofCode, grantAnyway) },
  { name: 'an unknown code is HTTP 404', noticedBy: ['TOK-063'], rule: on(ofCode, refuse(404, 'invalid_grant')) },
  {
    name: 'a redirect_uri is not needed at the exchange',
    noticedBy: ['TOK-064'],
    rule: on(lacks('redirect_uri'), grantAnyway),
  },
  {
    name: 'a missing redirect_uri is a wrong grant',
    noticedBy: ['TOK-064'],
    rule: on(lacks('redirect_uri'), refuse(400, 'invalid_grant')),
  },
  {
    name: 'verifiers are refused',
    noticedBy: ['TOK-070', 'TOK-072'],
    rule: on(wrongVerifier, refuse(400, 'invalid_grant')),
  },
  { name: 'PKCE is ignored', noticedBy: ['TOK-071', 'TOK-072', 'TOK-073'], rule: ignoringPkce },
  { name: 'a missing verifier does no harm', noticedBy: ['TOK-071'], rule: on(lacks('code_verifier'), grantAnyway) },
  {
    name: 'a wrong verifier is an invalid request',
    noticedBy: ['TOK-072'],
    rule: on(wrongVerifier, refuse(400, 'invalid_request')),
  },
  { name: 'a wrong verifier uses the code up', noticedBy: ['TOK-072'], rule: usedUpBy('code', sends('code_verifier')) },
  {
    name: 'a plain challenge is taken',
    noticedBy: ['TOK-073'],
    rule: beforeAuth(page, (call) => {
      call.path = call.path.replace('code_challenge_method=plain', 'code_challenge_method=S256');
    }),
  },
  {
    name: 'introspection calls every token active',
    noticedBy: ['TOK-074', 'TOK-142', 'TOK-143', 'TOK-145'],
    rule: about({ active: true }),
  },
];
