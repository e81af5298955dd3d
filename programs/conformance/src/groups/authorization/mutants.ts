import { changeForm, header, isAt, onAuth, status, text, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant, PassedAnswer } from '../../mutants/mutant.js';
import {
  accepting,
  callback,
  give,
  has,
  lacks,
  onErrors,
  page,
  redirectAnyway,
  sent,
  stay,
  takeAway,
} from './mutant-parts.js';

export const authorizationMutants: readonly Mutant[] = [
  {
    name: 'the page has no form',
    noticedBy: ['AUT-001'],
    rule: onAuth(
      page,
      text((body) => body.replaceAll('type="password"', 'type="text"')),
    ),
  },
  { name: 'the page is not HTML', noticedBy: ['AUT-001'], rule: onAuth(page, header('content-type', 'text/plain')) },
  {
    name: 'the redirect goes to another path of the callback',
    noticedBy: ['AUT-002'],
    rule: onAuth(
      page,
      callback((_query, location) => {
        location.pathname += '/';
      }),
    ),
  },
  { name: 'the redirect has no code', noticedBy: ['AUT-003'], rule: onAuth(page, takeAway('code')) },
  {
    name: 'the code is named otherwise',
    noticedBy: ['AUT-003'],
    rule: onAuth(
      page,
      callback((query) => {
        query.set('authorization_code', query.get('code') ?? '');
        query.delete('code');
      }),
    ),
  },
  { name: 'the state is lost', noticedBy: ['AUT-004', 'AUT-025', 'AUT-032'], rule: onAuth(page, takeAway('state')) },
  {
    name: 'the state loses its blanks',
    noticedBy: ['AUT-004'],
    rule: onAuth(
      page,
      callback((query) => query.has('state') && query.set('state', (query.get('state') ?? '').replaceAll(' ', ''))),
    ),
  },
  {
    name: 'the state is decoded once too often',
    noticedBy: ['AUT-004'],
    rule: onAuth(
      page,
      callback((query) => query.has('state') && query.set('state', decodeURIComponent(query.get('state') ?? ''))),
    ),
  },
  {
    name: 'the state is read as text',
    noticedBy: ['AUT-009'],
    rule: onAuth(
      page,
      callback((query) => query.has('state') && query.set('state', query.get('state') ?? '')),
    ),
  },
  {
    name: 'a state of the server itself',
    noticedBy: ['AUT-005'],
    rule: onAuth(
      page,
      callback((query) => query.has('state') || query.set('state', '')),
    ),
  },
  { name: 'the redirect has no iss', noticedBy: ['AUT-006'], rule: onAuth(page, takeAway('iss')) },
  {
    name: 'iss with a slash at its end',
    noticedBy: ['AUT-006'],
    rule: onAuth(
      page,
      callback((query) => query.set('iss', `${query.get('iss')}/`)),
    ),
  },
  { name: 'the redirect is a 302', noticedBy: ['AUT-007'], rule: onAuth(page, whenStatus(303, status(302))) },
  {
    name: 'the redirect is a 307, which repeats the password',
    noticedBy: ['AUT-007'],
    rule: onAuth(page, whenStatus(303, status(307))),
  },
  {
    name: 'the same code for every sign-in',
    noticedBy: ['AUT-008'],
    rule: onAuth(page, give('code', 'always-the-same')),
  },
  {
    name: 'errors are told with HTTP 200',
    noticedBy: ['AUT-010', 'AUT-011', 'AUT-012', 'AUT-013', 'AUT-014', 'AUT-015', 'AUT-030'],
    rule: onAuth(page, whenStatus(400, status(200))),
  },
  {
    name: 'every defect is sent to the address of the request',
    noticedBy: ['AUT-010', 'AUT-011', 'AUT-013', 'AUT-014', 'AUT-015'],
    rule: onAuth(page, whenStatus(400, redirectAnyway)),
  },
  {
    name: 'without a redirect_uri, the registered one is taken',
    noticedBy: ['AUT-012'],
    rule: onAuth(page, whenCall(lacks('redirect_uri'), redirectAnyway)),
  },
  {
    name: 'the realm need not be there',
    noticedBy: ['AUT-013'],
    rule: accepting((query) => query.has('realm') || query.set('realm', '/api')),
  },
  {
    name: 'any realm will do',
    noticedBy: ['AUT-013', 'AUT-014'],
    rule: accepting((query) => query.set('realm', '/api')),
  },
  {
    name: 'the response type need not be there',
    noticedBy: ['AUT-020'],
    rule: accepting((query) => query.has('response_type') || query.set('response_type', 'code')),
  },
  {
    name: 'any response type will do',
    noticedBy: ['AUT-020', 'AUT-021'],
    rule: accepting((query) => query.set('response_type', 'code')),
  },
  {
    name: 'any scope will do',
    noticedBy: ['AUT-022'],
    rule: accepting((query) => query.set('scope', 'openid profile email qualified')),
  },
  {
    name: 'the access type need not be there',
    noticedBy: ['AUT-023'],
    rule: accepting((query) => query.has('access_type') || query.set('access_type', 'offline')),
  },
  {
    name: 'any access type will do',
    noticedBy: ['AUT-024'],
    rule: accepting((query) => query.set('access_type', 'offline')),
  },
  {
    name: 'an unsupported response type is an invalid request',
    noticedBy: ['AUT-021'],
    rule: onAuth(
      page,
      onErrors(
        callback(
          (query) => query.get('error') === 'unsupported_response_type' && query.set('error', 'invalid_request'),
        ),
      ),
    ),
  },
  {
    name: 'a wrong scope is an invalid request',
    noticedBy: ['AUT-022'],
    rule: onAuth(
      page,
      onErrors(callback((query) => query.get('error') === 'invalid_scope' && query.set('error', 'invalid_request'))),
    ),
  },
  {
    name: 'defects are shown to the user instead of told to the application',
    noticedBy: ['AUT-020', 'AUT-021', 'AUT-022', 'AUT-023', 'AUT-024'],
    rule: onAuth(page, onErrors(stay)),
  },
  {
    name: 'a missing access type is a wrong scope',
    noticedBy: ['AUT-023'],
    rule: onAuth(page, onErrors(whenCall(lacks('access_type'), give('error', 'invalid_scope')))),
  },
  {
    name: 'access type online is a server error',
    noticedBy: ['AUT-024'],
    rule: onAuth(page, onErrors(whenCall(has('access_type', 'online'), give('error', 'server_error')))),
  },
  {
    name: 'errors have no description',
    noticedBy: ['AUT-025'],
    rule: onAuth(page, onErrors(takeAway('error_description'))),
  },
  {
    name: 'a wrong password goes back to the application',
    noticedBy: ['AUT-030'],
    rule: onAuth(page, whenCall(sent, whenStatus(400, redirectAnyway))),
  },
  {
    name: 'the page says that the user is unknown',
    noticedBy: ['AUT-031'],
    rule: onAuth(
      page,
      whenCall(
        (call) => sent(call) && call.body.includes('nobody-'),
        text((body) => body.replace('</form>', '</form>There is no such user.')),
      ),
    ),
  },
  {
    name: 'an unknown user is another status',
    noticedBy: ['AUT-031'],
    rule: onAuth(
      page,
      whenCall((call) => sent(call) && call.body.includes('nobody-'), status(404)),
    ),
  },
  {
    name: 'cancel is told as another error',
    noticedBy: ['AUT-032'],
    rule: onAuth(page, onErrors(give('error', 'user_cancelled'))),
  },
  { name: 'cancel has a code', noticedBy: ['AUT-032'], rule: onAuth(page, onErrors(give('code', 'for-nothing'))) },
  {
    name: 'the page keeps the wrong password',
    noticedBy: ['AUT-033'],
    rule: onAuth(
      page,
      whenCall(
        sent,
        text((body, call) =>
          body.replace(
            'type="password"',
            `type="password" value="${new URLSearchParams(call.body.toString()).get('user_password') ?? ''}"`,
          ),
        ),
      ),
    ),
  },
  {
    name: 'who has signed in is not asked again',
    noticedBy: ['AUT-034'],
    rule: () => {
      let redirect: PassedAnswer | undefined;
      return async (call, pass) => {
        const isPage = call.service === 'auth' && isAt(call, page);
        if (isPage && call.method === 'GET' && redirect !== undefined) return redirect;
        const answer = await pass();
        if (isPage && answer.status === 303) redirect = { ...answer, headers: { ...answer.headers } };
        return answer;
      };
    },
  },
  {
    name: 'the page may be framed',
    noticedBy: ['AUT-040'],
    rule: onAuth(page, header('x-frame-options', undefined), header('content-security-policy', undefined)),
  },
  {
    name: 'the page may be framed by its own site and by others',
    noticedBy: ['AUT-040'],
    rule: onAuth(
      page,
      header('x-frame-options', 'SAMEORIGIN'),
      header('content-security-policy', "frame-ancestors 'self' *"),
    ),
  },
  {
    name: 'the page may be stored',
    noticedBy: ['AUT-041'],
    rule: onAuth(page, header('cache-control', 'private, max-age=60')),
  },
  {
    name: 'the page does not say that it may not be stored',
    noticedBy: ['AUT-041'],
    rule: onAuth(page, header('cache-control', undefined)),
  },
  {
    name: 'a form is not bound to the browser',
    noticedBy: ['AUT-042'],
    rule: () => {
      let last: { readonly cookie: string; readonly token: string; readonly path: string } | undefined;
      return async (call, pass) => {
        if (call.service !== 'auth' || !isAt(call, page)) return pass();
        if (sent(call) && last !== undefined) {
          const { cookie, token, path } = last;
          call.headers['cookie'] = cookie;
          call.path = path;
          changeForm((form) => form.set('csrf_token', token))(call);
        }
        const answer = await pass();
        const token = /name="csrf_token" value="([^"]*)"/.exec(answer.body.toString())?.[1];
        const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
        if (token !== undefined && cookie !== '') last = { cookie, token, path: call.path };
        return answer;
      };
    },
  },
  {
    name: 'other origins may read the page',
    noticedBy: ['AUT-043'],
    rule: onAuth(page, header('access-control-allow-origin', '*')),
  },
];
