import { drop, moveLast, put } from '../../mutants/bodies.js';
import { both, ignoreHeader, is, isAt, sends } from '../../mutants/calls.js';
import { status, whenCall, whenRefused } from '../../mutants/edits.js';
import type { Is, Mutant } from '../../mutants/mutant.js';
import { beforeAuth, byRule, onApi, onAuth, pretending } from '../../mutants/table.js';
import { withClaims } from '../../mutants/tokens.js';
import { refuse, spelledRight, tokenEndpoint, tokenRefusalRows } from './mutant-parts.js';

const grant: Is = is('grant_type', 'client_credentials');
const introspect = /\/oauth2\/introspect$/;
const isRevocation = isAt('auth', /\/oauth2\/revoke$/);

/** Mutants with wrong answers to service accounts. */
export const serviceAccountMutants: readonly Mutant[] = [
  ...onAuth(tokenEndpoint, [
    ['a service account gets a refresh token', 'TOK-160', whenCall(grant, put('', 'refresh_token', 'as-well'))],
    ['the lifetime of a service account comes last', 'TOK-160', whenCall(grant, moveLast('', 'exires_in'))],
    ['exires_in of a service account is spelled correctly', 'TOK-160 TOK-161', whenCall(grant, ...spelledRight)],
    ['a service account has another scope', 'TOK-161', whenCall(grant, put('', 'scope', 'openid'))],
    ['the lifetime of a service account is a text', 'TOK-161', whenCall(grant, put('', 'exires_in', '300'))],
    ['the token of a service account names a user', 'TOK-162', whenCall(grant, withClaims({ sub: 'somebody' }))],
    ['the token of a service account has no member', 'TOK-162', whenCall(grant, withClaims({ member_code: '' }))],
    ['the record of a service account has no token', 'TOK-160 TOK-164', whenCall(grant, drop('', 'access_token'))],
    ['client_credentials is unknown', 'TOK-160 TOK-164', whenCall(grant, refuse(400, 'unsupported_grant_type'))],
    ...tokenRefusalRows('TOK-165 TOK-166'),
    ['another scope is granted', 'TOK-167', whenCall(both(grant, sends('scope')), whenRefused(status(200)))],
    ['scope is unknown', 'TOK-167', whenCall(both(grant, sends('scope')), refuse(400, 'invalid_scope'))],
  ]),
  ...beforeAuth(tokenEndpoint, [
    ['HTTP Basic of a service account is not read', 'TOK-164', ignoreHeader('authorization')],
  ]),
  ...onAuth(introspect, [
    ['no token of a service account is active', 'TOK-168', put('', 'active', false)],
    ['introspection names another sub', 'TOK-168', put('', 'sub', 'somebody')],
    ['introspection names a user of a service account', 'TOK-168', put('', 'username', 'somebody')],
  ]),
  ...onApi(/./, [['the data API refuses service accounts', 'TOK-163', status(401)]]),
  ...byRule([['a service account cannot revoke', 'TOK-169', pretending(isRevocation)]]),
  ...onAuth('/.well-known/oauth-authorization-server', [
    ['the metadata does not name client_credentials', 'TOK-170', put('', 'grant_types_supported', ['refresh_token'])],
  ]),
];
