import { both, changeForm, changeQuery, formOf, isAt, queryOf, says } from '../../mutants/calls.js';
import { header, replace, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Edit, Is, Mutant, PassedAnswer, Rule } from '../../mutants/mutant.js';
import { beforeAuth, byRule, onAuth } from '../../mutants/table.js';

const page = /\/oauth2\/authorize$/;
const isPage = isAt('auth', page);
const isSent: Is = ({ method }) => method === 'POST';
const ofUnknownUser = both(isSent, says('nobody-'));
const lacks =
  (name: string): Is =>
  (call) =>
    !queryOf(call).has(name);
const has =
  (name: string, value: string): Is =>
  (call) =>
    queryOf(call).get(name) === value;

/** Changes the query of a redirect to the callback address. */
function callback(change: (query: URLSearchParams, location: URL) => void): Edit {
  return (answer) => {
    const { location } = answer.headers;
    if (typeof location !== 'string') return;
    const url = new URL(location);
    change(url.searchParams, url);
    answer.headers['location'] = url.href;
  };
}

const lose = (name: string) => callback((query) => query.delete(name));
const give = (name: string, value: string) => callback((query) => query.set(name, value));
const change = (name: string, by: (value: string) => string) =>
  callback((query) => query.has(name) && query.set(name, by(query.get(name) ?? '')));

/** Redirects the browser with an error that the page itself should have shown. */
const redirectAnyway: Edit = (answer, call) => {
  answer.status = 303;
  const address = queryOf(call).get('redirect_uri') ?? 'https://conformance.example/callback';
  answer.headers['location'] = `${address}?error=invalid_request`;
};

/** Shows an error page where the contract requires a redirect. */
const stay: Edit = (answer) => {
  answer.status = 400;
  delete answer.headers['location'];
};

/** Applies an edit only to redirects that report an error. */
const onErrors =
  (edit: Edit): Edit =>
  (answer, call) => {
    if (String(answer.headers['location'] ?? '').includes('error=')) edit(answer, call);
  };

const toOtherPath = callback((_query, location) => void (location.pathname += '/'));
const errorIs = (error: string) => onErrors(give('error', error));
const asInvalid = (error: string) => change('error', (told) => (told === error ? 'invalid_request' : told));
const frames = (options?: string, policy?: string) => [
  header('x-frame-options', options),
  header('content-security-policy', policy),
];
const ofAddress = 'AUT-010 AUT-011 AUT-013 AUT-014 AUT-015';

/** Two ways to read a request field wrongly: to accept a missing value, or to accept any value. */
const byDefault = (name: string, value: string) => changeQuery((query) => query.has(name) || query.set(name, value));
const always = (name: string, value: string) => changeQuery((query) => query.set(name, value));

/** Gives the redirect of the last sign-in to any browser that opens the page. */
function withoutAsking(): Rule {
  let redirect: PassedAnswer | undefined;
  return async (call, pass) => {
    if (isPage(call) && call.method === 'GET' && redirect !== undefined) return redirect;
    const answer = await pass();
    if (isPage(call) && answer.status === 303) redirect = { ...answer, headers: { ...answer.headers } };
    return answer;
  };
}

/** Treats every submitted form as the last form that was shown, together with the cookie of the browser that got it. */
function anybodysForm(): Rule {
  let last: { readonly cookie: string; readonly token: string; readonly path: string } | undefined;
  return async (call, pass) => {
    if (!isPage(call)) return pass();
    if (isSent(call) && last !== undefined) {
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
}

const keepPassword: Edit = (answer, call) =>
  replace('type="password"', `type="password" value="${formOf(call).get('user_password') ?? ''}"`)(answer, call);

export const authorizationMutants: readonly Mutant[] = [
  ...onAuth(page, [
    ['the page has no form', 'AUT-001', replace(/type="password"/g, 'type="text"')],
    ['the page is not HTML', 'AUT-001', header('content-type', 'text/plain')],
    ['the redirect goes to another path of the callback', 'AUT-002', toOtherPath],
    ['the redirect has no code', 'AUT-003', lose('code')],
    [
      'the code has another name',
      'AUT-003',
      callback((query) => query.set('key', query.get('code') ?? '')),
      lose('code'),
    ],
    ['the state is lost', 'AUT-004 AUT-025 AUT-032', lose('state')],
    ['the state loses its spaces', 'AUT-004', change('state', (state) => state.replaceAll(' ', ''))],
    ['the state is decoded twice', 'AUT-004', change('state', decodeURIComponent)],
    ['the state is read as text', 'AUT-009', change('state', (state) => state)],
    ['a state of the server itself', 'AUT-005', callback((query) => query.has('state') || query.set('state', ''))],
    ['the redirect has no iss', 'AUT-006', lose('iss')],
    ['iss with a slash at its end', 'AUT-006', callback((query) => query.set('iss', `${query.get('iss')}/`))],
    ['the redirect is a 302', 'AUT-007', whenStatus(303, status(302))],
    ['the redirect is a 307, which repeats the password', 'AUT-007', whenStatus(303, status(307))],
    ['the same code for every sign-in', 'AUT-008', give('code', 'always-the-same')],
    ['errors have HTTP 200', `${ofAddress} AUT-012 AUT-030`, whenStatus(400, status(200))],
    ['every defect is sent to the address of the request', ofAddress, whenStatus(400, redirectAnyway)],
    ['without a redirect_uri, the registered one is used', 'AUT-012', whenCall(lacks('redirect_uri'), redirectAnyway)],
    ['an unsupported response type is an invalid request', 'AUT-021', asInvalid('unsupported_response_type')],
    ['a wrong scope is an invalid request', 'AUT-022', asInvalid('invalid_scope')],
    ['defects are shown only to the user', 'AUT-020 AUT-021 AUT-022 AUT-023 AUT-024', onErrors(stay)],
    ['a missing access type is a wrong scope', 'AUT-023', whenCall(lacks('access_type'), errorIs('invalid_scope'))],
    [
      'access type online is a server error',
      'AUT-024',
      whenCall(has('access_type', 'online'), errorIs('server_error')),
    ],
    ['errors have no description', 'AUT-025', onErrors(lose('error_description'))],
    ['a wrong password is reported to the application', 'AUT-030', whenCall(isSent, whenStatus(400, redirectAnyway))],
    ['the page says that the user is unknown', 'AUT-031', whenCall(ofUnknownUser, replace('</form>', '</form>Who?'))],
    ['an unknown user gets another status', 'AUT-031', whenCall(ofUnknownUser, status(404))],
    ['cancel is reported as another error', 'AUT-032', onErrors(give('error', 'user_cancelled'))],
    ['cancel has a code', 'AUT-032', onErrors(give('code', 'for-nothing'))],
    ['the page keeps the wrong password', 'AUT-033', whenCall(isSent, keepPassword)],
    ['the page may be framed', 'AUT-040', ...frames()],
    [
      'the page may be framed by its own site and by others',
      'AUT-040',
      ...frames('SAMEORIGIN', "frame-ancestors 'self' *"),
    ],
    ['the page may be stored', 'AUT-041', header('cache-control', 'private, max-age=60')],
    ['the page does not say that it may not be stored', 'AUT-041', header('cache-control')],
    ['other origins may read the page', 'AUT-043', header('access-control-allow-origin', '*')],
  ]),
  ...beforeAuth(page, [
    ['the realm may be missing', 'AUT-013', byDefault('realm', '/api')],
    ['any realm is accepted', 'AUT-013 AUT-014', always('realm', '/api')],
    ['the response type may be missing', 'AUT-020', byDefault('response_type', 'code')],
    ['any response type is accepted', 'AUT-020 AUT-021', always('response_type', 'code')],
    ['any scope is accepted', 'AUT-022', always('scope', 'openid profile email qualified')],
    ['the access type may be missing', 'AUT-023', byDefault('access_type', 'offline')],
    ['any access type is accepted', 'AUT-024', always('access_type', 'offline')],
  ]),
  ...byRule([
    ['a user who has signed in is not asked again', 'AUT-034', withoutAsking],
    ['a form is not bound to the browser', 'AUT-042', anybodysForm],
  ]),
];
