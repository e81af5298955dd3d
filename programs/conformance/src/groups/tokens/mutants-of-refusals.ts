import { both, changeForm, hasHeader, ignoreHeader, not, queryOf, says } from '../../mutants/calls.js';
import { drop, header, put, rename, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Change, Edit, Is, Mutant } from '../../mutants/mutant.js';
import { beforeAuth, onAuth, type Row } from '../../mutants/table.js';
import { anyTokenEndpoint, credentials, granted, is, lacks, refuse } from './mutant-parts.js';

const withBasic = hasHeader('authorization', 'Basic ');
const ofType = (part: string) => hasHeader('content-type', part);
const isLong: Is = ({ body }) => body.length > 16_384;
const inQuery: Is = (call) => queryOf(call).has('user_password');
const unknownUser: Is = says('user_id=nobody-');
const wrongPassword = both(is('user_password', 'not the password of anybody'), not(unknownUser));
const wrongSecret = is('client_secret', 'not the password of anybody');
const unknownClient = is('client_id', 'nobody-knows-this-client');
const withoutSecret = both(not(lacks('client_id')), lacks('client_secret'));

/** Calls that are to be refused. */
type Defect = readonly [name: string, noticedBy: string, isMeant: Is];

/** Whatever is wrong with a form is accepted. */
const accepted: readonly Defect[] = [
  ['a user is not needed', 'TOK-020', lacks('user_id')],
  ['a password is not needed', 'TOK-021', lacks('user_password')],
  ['a client is not needed', 'TOK-022', both(lacks('client_id'), not(withBasic))],
  ['a secret is not needed', 'TOK-023', withoutSecret],
  ['any client will do', 'TOK-024', unknownClient],
  ['any realm will do', 'TOK-025', is('realm', '/other')],
  ['any response type will do', 'TOK-026', is('response_type', 'pdf')],
  ['any password will do', 'TOK-030', wrongPassword],
  ['any secret will do', 'TOK-032', wrongSecret],
  ['JSON is read as well', 'TOK-034', ofType('json')],
  ['a form may be of any length', 'TOK-035', isLong],
  ['any character set will do', 'TOK-036', ofType('Shift_JIS')],
  ['bytes that are not UTF-8 are guessed', 'TOK-037', says('%83%6E')],
  ['two ways of client authentication go together', 'TOK-041', both(withBasic, not(lacks('client_secret')))],
  ['any client will do by HTTP Basic', 'TOK-042', both(withBasic, lacks('client_secret'))],
  ['a password may stand in the query', 'TOK-043', inQuery],
];

/** Told, but as something else. */
const misnamed: readonly (readonly [...Defect, status: number, error: string])[] = [
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

/** Reads the query as if it were a part of the form. */
const readQuery: Change = (call) => {
  const query = queryOf(call);
  changeForm((form) => query.forEach((value, name) => form.set(name, value)))(call);
  call.path = credentials;
};

/** Refusals that are not made, or told in another way. */
export const refusalMutants: readonly Mutant[] = [
  ...onAuth(credentials, [
    ...accepted.map(([name, id, isMeant]): Row<Edit> => [name, id, whenCall(isMeant, granted)]),
    ...misnamed.map(
      ([name, id, isMeant, code, error]): Row<Edit> => [name, id, whenCall(isMeant, refuse(code, error))],
    ),
    [
      'the answer says that the user is unknown',
      'TOK-031',
      whenCall(unknownUser, put('', 'error_description', 'There is no such user.')),
    ],
    ['a GET is HTTP 404', 'TOK-038', whenStatus(405, status(404))],
    ['a 405 does not say what is allowed', 'TOK-038', whenStatus(405, header('allow'))],
    [
      'HTTP Basic needs the id in the body as well',
      'TOK-040',
      whenCall(both(withBasic, lacks('client_id')), refuse(400, 'invalid_request')),
    ],
    [
      'the challenge names another scheme',
      'TOK-042',
      whenStatus(401, header('www-authenticate', 'Bearer realm="/api"')),
    ],
    ['there is no challenge', 'TOK-042', whenStatus(401, header('www-authenticate'))],
  ]),
  ...onAuth(anyTokenEndpoint, [
    ['refusals have no description', 'TOK-033', whenStatus(400, drop('', 'error_description'))],
    ['error is named code', 'TOK-033 TOK-024', whenStatus(400, rename('', 'error', 'code'))],
    ['refusals are text', 'TOK-033', whenStatus(400, header('content-type', 'text/plain'))],
    ['refusals are HTTP 200', 'TOK-020 TOK-022 TOK-030 TOK-033', whenStatus(400, status(200))],
  ]),
  ...beforeAuth(anyTokenEndpoint, [
    ['HTTP Basic is not read', 'TOK-040 TOK-059 TOK-096', ignoreHeader('authorization')],
  ]),
  ...beforeAuth(credentials, [['fields of the query are read like those of the form', 'TOK-043', readQuery]]),
];
