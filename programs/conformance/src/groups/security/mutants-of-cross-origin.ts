import { beforeAuth, type Edit, header, onApi, onAuth, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant, PassedCall } from '../../mutants/mutant.js';

const all = /./;
const tokenEndpoint = /\/oauth2\/access_token$/;
const introspect = /\/oauth2\/(?:introspect|%69ntrospect)$/;
const page = /\/oauth2\/authorize$/;
const isPreflight = (call: PassedCall) => call.method === 'OPTIONS';
const allowed = (value: string | undefined) => header('access-control-allow-origin', value);
const without =
  (name: string, part: string): Edit =>
  (answer) => {
    const values = String(answer.headers[name] ?? '').split(', ');
    answer.headers[name] = values.filter((value) => value.toLowerCase() !== part.toLowerCase()).join(', ');
  };

/** Wrong answers to browsers of other sites. */
export const crossOriginMutants: readonly Mutant[] = [
  {
    name: 'no origin may read',
    noticedBy: ['SEC-030', 'SEC-031', 'SEC-032', 'SEC-034', 'SEC-036'],
    rule: onApi(all, allowed(undefined)),
  },
  {
    name: 'only one origin may read',
    noticedBy: ['SEC-030', 'SEC-031', 'SEC-032', 'SEC-034'],
    rule: onApi(all, allowed('https://our.example')),
  },
  {
    name: 'refusals may not be read',
    noticedBy: ['SEC-031', 'SEC-032'],
    rule: onApi(all, whenStatus(400, allowed(undefined))),
  },
  {
    name: 'a missing token may not be read',
    noticedBy: ['SEC-032'],
    rule: onApi(all, whenStatus(401, allowed(undefined))),
  },
  {
    name: 'unknown paths may not be read',
    noticedBy: ['SEC-032'],
    rule: onApi(all, whenStatus(404, allowed(undefined))),
  },
  {
    name: 'cookies are allowed',
    noticedBy: ['SEC-033'],
    rule: onApi(all, header('access-control-allow-credentials', 'true')),
  },
  {
    name: 'a preflight needs a token',
    noticedBy: ['SEC-034', 'SEC-036'],
    rule: onApi(all, whenCall(isPreflight, status(401))),
  },
  {
    name: 'a preflight does not allow DELETE',
    noticedBy: ['SEC-034'],
    rule: onApi(all, without('access-control-allow-methods', 'DELETE')),
  },
  {
    name: 'a preflight does not allow Idempotency-Key',
    noticedBy: ['SEC-035'],
    rule: onApi(all, without('access-control-allow-headers', 'Idempotency-Key')),
  },
  {
    name: 'a preflight allows no headers',
    noticedBy: ['SEC-035'],
    rule: onApi(all, header('access-control-allow-headers', undefined)),
  },
  { name: 'a preflight of an unknown path is HTTP 404', noticedBy: ['SEC-036'], rule: onApi('/nowhere', status(404)) },
  {
    name: 'Retry-After may not be read',
    noticedBy: ['SEC-037'],
    rule: onApi(all, without('access-control-expose-headers', 'Retry-After')),
  },
  {
    name: 'X-Range-Crc32 may not be read',
    noticedBy: ['SEC-037'],
    rule: onApi(all, without('access-control-expose-headers', 'X-Range-Crc32')),
  },
  { name: 'token endpoints are closed', noticedBy: ['SEC-038'], rule: onAuth(tokenEndpoint, allowed(undefined)) },
  { name: 'keys are closed', noticedBy: ['SEC-038'], rule: onAuth(/\/jwks$/, allowed(undefined)) },
  { name: 'the metadata is closed', noticedBy: ['SEC-038'], rule: onAuth(/\/\.well-known\//, allowed(undefined)) },
  { name: 'revocation is closed', noticedBy: ['SEC-039'], rule: onAuth(/\/revoke$/, allowed(undefined)) },
  { name: 'introspection is open', noticedBy: ['SEC-040', 'SEC-042'], rule: onAuth(introspect, allowed('*')) },
  { name: 'the list of revocations is open', noticedBy: ['SEC-041'], rule: onAuth(/\/revocations$/, allowed('*')) },
  { name: 'introspection is open under another spelling', noticedBy: ['SEC-042'], rule: onAuth(/%69/, allowed('*')) },
  {
    name: 'forms of other sites are taken',
    noticedBy: ['SEC-043'],
    rule: beforeAuth(page, (call) => {
      delete call.headers['origin'];
      delete call.headers['sec-fetch-site'];
    }),
  },
];
