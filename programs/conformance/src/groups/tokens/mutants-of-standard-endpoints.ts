import {
  drop,
  formOf,
  header,
  json,
  onApi,
  onAuth,
  put,
  rename,
  status,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { about, emptyAnswer, lacks, refuse, swallow, usedUpBy } from './mutant-parts.js';

const revoke = /\/oauth2\/revoke$/;
const introspect = /\/oauth2\/introspect$/;
const metadata = '/.well-known/oauth-authorization-server';
const keys = /\/oauth2\/jwks$/;
const unknown = (call: PassedCall) => formOf(call).get('token') === 'A'.repeat(86);
const anonymous = lacks('client_id');
const isRevoked = (call: PassedCall) => revoke.test(call.path);

/** Only the API does not learn of it: it takes what it has taken before. */
function deafApi(): Rule {
  const good = { status: 200, body: Buffer.from('{"request_id":"x","result":0,"error_list":[]}') };
  return async (call, pass) => {
    const answer = await pass();
    return call.service === 'api' ? { ...answer, ...good } : answer;
  };
}

/** Wrong standard endpoints. */
export const standardEndpointMutants: readonly Mutant[] = [
  { name: 'revocation is a 204', noticedBy: ['TOK-130', 'TOK-133'], rule: onAuth(revoke, status(204)) },
  {
    name: 'revocation does nothing',
    noticedBy: ['TOK-131', 'TOK-132', 'TOK-145'],
    rule: swallow(isRevoked, emptyAnswer),
  },
  { name: 'revocation is not known in the data API', noticedBy: ['TOK-132'], rule: deafApi },
  { name: 'a revoked token is forbidden', noticedBy: ['TOK-132'], rule: onApi(/./, whenStatus(401, status(403))) },
  {
    name: 'an unknown token cannot be revoked',
    noticedBy: ['TOK-133'],
    rule: onAuth(revoke, whenCall(unknown, refuse(400, 'invalid_grant'))),
  },
  { name: 'any client may revoke', noticedBy: ['TOK-134'], rule: onAuth(revoke, whenStatus(400, status(200))) },
  {
    name: 'a client that may not revoke ends the grant',
    noticedBy: ['TOK-134'],
    rule: () => {
      const inner = usedUpBy('refresh_token', () => true)();
      const revoked = new Set<string>();
      return async (call, pass) => {
        if (isRevoked(call)) revoked.add(formOf(call).get('token') ?? '');
        const answer = await inner(call, pass);
        if (revoked.has(formOf(call).get('refresh_token') ?? '-')) refuse(400, 'invalid_grant')(answer, call);
        return answer;
      };
    },
  },
  { name: 'nobody may revoke', noticedBy: ['TOK-135'], rule: onAuth(revoke, whenCall(anonymous, status(200))) },
  {
    name: 'revocation by nobody is an invalid request',
    noticedBy: ['TOK-135'],
    rule: onAuth(revoke, whenCall(anonymous, refuse(400, 'invalid_request'))),
  },
  { name: 'no token is active', noticedBy: ['TOK-140', 'TOK-141'], rule: about({ active: false }) },
  {
    name: 'introspection names another client',
    noticedBy: ['TOK-140'],
    rule: onAuth(introspect, put('', 'client_id', 'another')),
  },
  { name: 'introspection has no scope', noticedBy: ['TOK-140'], rule: onAuth(introspect, drop('', 'scope')) },
  { name: 'active is a text', noticedBy: ['TOK-140', 'TOK-141'], rule: onAuth(introspect, put('', 'active', String)) },
  {
    name: 'an unknown token is HTTP 404',
    noticedBy: ['TOK-142'],
    rule: onAuth(introspect, whenCall(unknown, status(404))),
  },
  {
    name: 'introspection says why a token is not active',
    noticedBy: ['TOK-142', 'TOK-143'],
    rule: onAuth(
      introspect,
      json((body) => (body['active'] === false ? { ...body, reason: 'unknown' } : body)),
    ),
  },
  {
    name: "introspection tells of other clients' tokens",
    noticedBy: ['TOK-143'],
    rule: onAuth(
      introspect,
      json((body) => (body['active'] === false ? { active: true, sub: 'somebody' } : body)),
    ),
  },
  {
    name: 'everybody may introspect',
    noticedBy: ['TOK-144'],
    rule: onAuth(introspect, whenCall(anonymous, status(200))),
  },
  {
    name: 'introspection by nobody is HTTP 401',
    noticedBy: ['TOK-144'],
    rule: onAuth(introspect, whenCall(anonymous, status(401))),
  },
  { name: 'a revoked token stays active', noticedBy: ['TOK-145'], rule: about({ active: true }) },
  { name: 'the metadata names no keys', noticedBy: ['TOK-150'], rule: onAuth(metadata, drop('', 'jwks_uri')) },
  {
    name: 'the metadata names no revocation',
    noticedBy: ['TOK-150'],
    rule: onAuth(metadata, drop('', 'revocation_endpoint')),
  },
  {
    name: 'the metadata is text',
    noticedBy: ['TOK-150'],
    rule: onAuth(metadata, header('content-type', 'text/plain')),
  },
  {
    name: 'the token endpoint is named without its realm',
    noticedBy: ['TOK-151'],
    rule: onAuth(
      metadata,
      put('', 'token_endpoint', (url: unknown) => String(url).split('?')[0]),
    ),
  },
  {
    name: 'the authorization endpoint is named without its realm',
    noticedBy: ['TOK-151'],
    rule: onAuth(
      metadata,
      put('', 'authorization_endpoint', (url: unknown) => String(url).split('?')[0]),
    ),
  },
  {
    name: 'the metadata names the implicit flow',
    noticedBy: ['TOK-152'],
    rule: onAuth(metadata, put('', 'response_types_supported', ['code', 'token'])),
  },
  {
    name: 'the metadata does not name reissue',
    noticedBy: ['TOK-152'],
    rule: onAuth(metadata, put('', 'grant_types_supported', ['authorization_code'])),
  },
  {
    name: 'the metadata names plain challenges',
    noticedBy: ['TOK-153'],
    rule: onAuth(metadata, put('', 'code_challenge_methods_supported', ['plain', 'S256'])),
  },
  {
    name: 'the metadata does not tell of iss',
    noticedBy: ['TOK-153'],
    rule: onAuth(metadata, drop('', 'authorization_response_iss_parameter_supported')),
  },
  { name: 'the key set is empty', noticedBy: ['TOK-154', 'TOK-114'], rule: onAuth(keys, put('', 'keys', [])) },
  { name: 'keys have no kid', noticedBy: ['TOK-154', 'TOK-114'], rule: onAuth(keys, drop('keys', 'kid')) },
  { name: 'keys are named jwks', noticedBy: ['TOK-154'], rule: onAuth(keys, rename('', 'keys', 'jwks')) },
  { name: 'keys show their private part', noticedBy: ['TOK-155'], rule: onAuth(keys, put('keys', 'd', 'secret')) },
  {
    name: 'the description is an older OpenAPI',
    noticedBy: ['TOK-156'],
    rule: onAuth('/openapi.json', put('', 'openapi', '3.0.3')),
  },
  { name: 'the description needs a token', noticedBy: ['TOK-156'], rule: onAuth('/openapi.json', status(401)) },
  {
    name: 'the description lacks the token endpoint',
    noticedBy: ['TOK-156'],
    rule: onAuth('/openapi.json', put('', 'paths', {})),
  },
];
