import { alter, drop, put, rename } from '../../mutants/bodies.js';
import { formOf, is, isAt, lacks } from '../../mutants/calls.js';
import { bodyWith, header, json, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant, PassedAnswer, Rule } from '../../mutants/mutant.js';
import { byRule, onApi, onAuth } from '../../mutants/table.js';
import { bodyIs, refuse, usedUpBy } from './mutant-parts.js';

const revoke = /\/oauth2\/revoke$/;
const introspect = /\/oauth2\/introspect$/;
const unknown = is('token', 'A'.repeat(86));
const anonymous = lacks('client_id');
const isRevocation = isAt('auth', revoke);
const withoutQuery = (url: unknown) => String(url).split('?')[0];
const ofInactive = (by: object) => json((body) => (body['active'] === false ? by : body));

/** The data API is not informed about a revocation, so it accepts revoked tokens. */
function deafApi(): Rule {
  return async (call, pass) => {
    const answer = await pass();
    return call.service === 'api' ? { ...answer, status: 200, body: bodyWith({}) } : answer;
  };
}

/** Answers revocations without passing them on to the service. */
function withoutRevocation(): Rule {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const done = (): PassedAnswer => ({ status: 200, headers, body: Buffer.from('{}') });
  return (call, pass) => (isRevocation(call) ? Promise.resolve(done()) : pass());
}

/** Ends the grant even if the revocation is refused. */
function endedByStranger(): Rule {
  const inner = usedUpBy('refresh_token', () => true)();
  const revoked = new Set<string>();
  return async (call, pass) => {
    if (isRevocation(call)) revoked.add(formOf(call).get('token') ?? '');
    const answer = await inner(call, pass);
    if (revoked.has(formOf(call).get('refresh_token') ?? '-')) refuse(400, 'invalid_grant')(answer, call);
    return answer;
  };
}

/** Mutants with wrong answers of the standard endpoints. */
export const standardEndpointMutants: readonly Mutant[] = [
  ...onAuth(revoke, [
    ['revocation is answered with HTTP 204', 'TOK-130 TOK-133', status(204)],
    ['an unknown token cannot be revoked', 'TOK-133', whenCall(unknown, refuse(400, 'invalid_grant'))],
    ['any client may revoke', 'TOK-134', whenStatus(400, status(200))],
    ['a call without a client may revoke', 'TOK-135', whenCall(anonymous, status(200))],
    [
      'revocation without a client gets invalid_request',
      'TOK-135',
      whenCall(anonymous, refuse(400, 'invalid_request')),
    ],
  ]),
  ...byRule([
    ['revocation does nothing', 'TOK-131 TOK-132 TOK-145', withoutRevocation],
    ['the data API is not informed about revocations', 'TOK-132', deafApi],
    ['a refused revocation ends the grant', 'TOK-134', endedByStranger],
  ]),
  ...onApi(/./, [['a revoked token gets HTTP 403', 'TOK-132', whenStatus(401, status(403))]]),
  ...onAuth(introspect, [
    ['no token is active', 'TOK-140 TOK-141', bodyIs({ active: false })],
    ['introspection names another client', 'TOK-140', put('', 'client_id', 'another')],
    ['introspection has no scope', 'TOK-140', drop('', 'scope')],
    ['active is a text', 'TOK-140 TOK-141', alter('', 'active', String)],
    ['an unknown token gets HTTP 404', 'TOK-142', whenCall(unknown, status(404))],
    [
      'introspection says why a token is not active',
      'TOK-142 TOK-143',
      ofInactive({ active: false, reason: 'unknown' }),
    ],
    ["introspection shows other clients' tokens", 'TOK-143', ofInactive({ active: true, sub: 'somebody' })],
    ['everybody may introspect', 'TOK-144', whenCall(anonymous, status(200))],
    ['introspection without a client gets HTTP 401', 'TOK-144', whenCall(anonymous, status(401))],
  ]),
  ...onAuth('/.well-known/oauth-authorization-server', [
    ['the metadata names no keys', 'TOK-150', drop('', 'jwks_uri')],
    ['the metadata names no revocation', 'TOK-150', drop('', 'revocation_endpoint')],
    ['the metadata is text', 'TOK-150', header('content-type', 'text/plain')],
    ['the token endpoint is named without its realm', 'TOK-151', alter('', 'token_endpoint', withoutQuery)],
    ['the authorization endpoint has no realm', 'TOK-151', alter('', 'authorization_endpoint', withoutQuery)],
    ['the metadata names the implicit flow', 'TOK-152', put('', 'response_types_supported', ['code', 'token'])],
    ['the metadata does not name reissue', 'TOK-152', put('', 'grant_types_supported', ['authorization_code'])],
    ['the metadata names plain challenges', 'TOK-153', put('', 'code_challenge_methods_supported', ['plain', 'S256'])],
    ['the metadata does not name iss', 'TOK-153', drop('', 'authorization_response_iss_parameter_supported')],
  ]),
  ...onAuth(/\/oauth2\/jwks$/, [
    ['the key set is empty', 'TOK-154 TOK-114', put('', 'keys', [])],
    ['keys have no kid', 'TOK-154 TOK-114', drop('keys', 'kid')],
    ['keys are named jwks', 'TOK-154', rename('', 'keys', 'jwks')],
    ['keys have their private part', 'TOK-155', put('keys', 'd', 'secret')],
  ]),
  ...onAuth('/openapi.json', [
    ['the description is an older OpenAPI', 'TOK-156', put('', 'openapi', '3.0.3')],
    ['the description needs a token', 'TOK-156', status(401)],
    ['the description lacks the token endpoint', 'TOK-156', put('', 'paths', {})],
  ]),
];
