import {
  beforeAuth,
  changeForm,
  drop,
  type Edit,
  formOf,
  header,
  onAuth,
  put,
  rename,
  status,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall } from '../../mutants/mutant.js';
import { anyTokenEndpoint, credentials, grantAnyway, inQuery, lacks, refuse } from './mutant-parts.js';

const is = (field: string, value: string) => (call: PassedCall) => formOf(call).get(field) === value;
const on = (isMeant: (call: PassedCall) => boolean, ...edits: readonly Edit[]) =>
  onAuth(credentials, whenCall(isMeant, ...edits));
const unknownUser = (call: PassedCall) => (formOf(call).get('user_id') ?? '').startsWith('nobody-');
const wrongPassword = (call: PassedCall) =>
  is('user_password', 'not the password of anybody')(call) && !unknownUser(call);
const wrongSecret = is('client_secret', 'not the password of anybody');
const unknownClient = is('client_id', 'nobody-knows-this-client');
const withBasic = (call: PassedCall) => (call.headers['authorization'] ?? '').startsWith('Basic');
const isLong = (call: PassedCall) => call.body.length > 16_384;
const ofType = (part: string) => (call: PassedCall) => (call.headers['content-type'] ?? '').includes(part);

/** Whatever is wrong with a form is accepted. */
const accepted: readonly (readonly [name: string, noticedBy: string, isMeant: (call: PassedCall) => boolean])[] = [
  ['a user is not needed', 'TOK-020', lacks('user_id')],
  ['a password is not needed', 'TOK-021', lacks('user_password')],
  ['a client is not needed', 'TOK-022', (call) => lacks('client_id')(call) && !withBasic(call)],
  ['a secret is not needed', 'TOK-023', (call) => !lacks('client_id')(call) && lacks('client_secret')(call)],
  ['any client will do', 'TOK-024', unknownClient],
  ['any realm will do', 'TOK-025', is('realm', '/other')],
  ['any response type will do', 'TOK-026', is('response_type', 'pdf')],
  ['any password will do', 'TOK-030', wrongPassword],
  ['any secret will do', 'TOK-032', wrongSecret],
  ['JSON is read as well', 'TOK-034', ofType('json')],
  ['a form may be of any length', 'TOK-035', isLong],
  ['any character set will do', 'TOK-036', ofType('Shift_JIS')],
  ['bytes that are not UTF-8 are guessed', 'TOK-037', (call) => call.body.includes('%83%6E')],
  [
    'two ways of client authentication go together',
    'TOK-041',
    (call) => withBasic(call) && !lacks('client_secret')(call),
  ],
  ['any client will do by HTTP Basic', 'TOK-042', (call) => withBasic(call) && lacks('client_secret')(call)],
  ['a password may stand in the query', 'TOK-043', inQuery('user_password')],
];

/** Told, but as something else. */
const misnamed: readonly (readonly [
  name: string,
  noticedBy: string,
  isMeant: (call: PassedCall) => boolean,
  status: number,
  error: string,
])[] = [
  ['a missing user is a wrong password', 'TOK-020', lacks('user_id'), 400, 'invalid_grant'],
  ['a missing password is a wrong password', 'TOK-021', lacks('user_password'), 400, 'invalid_grant'],
  ['a missing client is HTTP 401', 'TOK-022', lacks('client_id'), 401, 'invalid_client'],
  ['a missing secret is an invalid request', 'TOK-023', lacks('client_secret'), 400, 'invalid_request'],
  ['an unknown client is HTTP 401', 'TOK-024', unknownClient, 401, 'invalid_client'],
  ['another realm is an invalid scope', 'TOK-025', is('realm', '/other'), 400, 'invalid_scope'],
  ['another response type is HTTP 406', 'TOK-026', is('response_type', 'pdf'), 406, 'invalid_request'],
  ['a wrong password is HTTP 401', 'TOK-030', wrongPassword, 401, 'invalid_grant'],
  ['a wrong password is access denied', 'TOK-030', wrongPassword, 400, 'access_denied'],
  ['an unknown user is an invalid request', 'TOK-031', unknownUser, 400, 'invalid_request'],
  ['a wrong secret is an unauthorized client', 'TOK-032', wrongSecret, 400, 'unauthorized_client'],
  ['JSON is HTTP 415', 'TOK-034', ofType('json'), 415, 'invalid_request'],
  ['a long form is HTTP 413', 'TOK-035', isLong, 413, 'invalid_request'],
  ['another character set is HTTP 415', 'TOK-036', ofType('Shift_JIS'), 415, 'invalid_request'],
  ['two ways of client authentication are an invalid client', 'TOK-041', withBasic, 400, 'invalid_client'],
  ['HTTP Basic is refused with HTTP 400', 'TOK-042', withBasic, 400, 'invalid_client'],
];

/** Refusals that are not made, or told in another way. */
export const refusalMutants: readonly Mutant[] = [
  ...accepted.map(([name, id, isMeant]) => ({ name, noticedBy: [id], rule: on(isMeant, grantAnyway) })),
  ...misnamed.map(([name, id, isMeant, code, error]) => ({
    name,
    noticedBy: [id],
    rule: on(isMeant, refuse(code, error)),
  })),
  {
    name: 'the answer says that the user is unknown',
    noticedBy: ['TOK-031'],
    rule: on(unknownUser, put('', 'error_description', 'There is no such user.')),
  },
  {
    name: 'refusals have no description',
    noticedBy: ['TOK-033'],
    rule: onAuth(anyTokenEndpoint, whenStatus(400, drop('', 'error_description'))),
  },
  {
    name: 'error is named code',
    noticedBy: ['TOK-033', 'TOK-024'],
    rule: onAuth(anyTokenEndpoint, whenStatus(400, rename('', 'error', 'code'))),
  },
  {
    name: 'refusals are text',
    noticedBy: ['TOK-033'],
    rule: onAuth(anyTokenEndpoint, whenStatus(400, header('content-type', 'text/plain'))),
  },
  {
    name: 'refusals are HTTP 200',
    noticedBy: ['TOK-020', 'TOK-022', 'TOK-030', 'TOK-033'],
    rule: onAuth(anyTokenEndpoint, whenStatus(400, status(200))),
  },
  { name: 'a GET is HTTP 404', noticedBy: ['TOK-038'], rule: onAuth(credentials, whenStatus(405, status(404))) },
  {
    name: 'a 405 does not say what is allowed',
    noticedBy: ['TOK-038'],
    rule: onAuth(credentials, whenStatus(405, header('allow', undefined))),
  },
  {
    name: 'HTTP Basic is not read',
    noticedBy: ['TOK-040', 'TOK-059', 'TOK-096'],
    rule: beforeAuth(anyTokenEndpoint, (call) => delete call.headers['authorization']),
  },
  {
    name: 'HTTP Basic needs the id in the body as well',
    noticedBy: ['TOK-040'],
    rule: onAuth(
      credentials,
      whenCall((call) => withBasic(call) && lacks('client_id')(call), refuse(400, 'invalid_request')),
    ),
  },
  {
    name: 'the challenge names another scheme',
    noticedBy: ['TOK-042'],
    rule: onAuth(credentials, whenStatus(401, header('www-authenticate', 'Bearer realm="/api"'))),
  },
  {
    name: 'there is no challenge',
    noticedBy: ['TOK-042'],
    rule: onAuth(credentials, whenStatus(401, header('www-authenticate', undefined))),
  },
  {
    name: 'fields of the query are read like those of the form',
    noticedBy: ['TOK-043'],
    rule: beforeAuth(credentials, (call) => {
      const url = new URL(call.path, 'http://proxy');
      changeForm((form) => url.searchParams.forEach((value, name) => form.set(name, value)))(call);
      call.path = url.pathname;
    }),
  },
];
