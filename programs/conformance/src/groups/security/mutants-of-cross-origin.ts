import { ignoreHeader } from '../../mutants/calls.js';
import { header, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Edit, Is, Mutant } from '../../mutants/mutant.js';
import { beforeAuth, onApi, onAuth } from '../../mutants/table.js';

const allowedHeaders = 'access-control-allow-headers';
const isPreflight: Is = ({ method }) => method === 'OPTIONS';
const allowed = (value?: string) => header('access-control-allow-origin', value);

/** Removes one value from a list in a header. */
function without(name: string, part: string): Edit {
  return ({ headers }) => {
    const values = String(headers[name] ?? '').split(', ');
    headers[name] = values.filter((value) => value.toLowerCase() !== part).join(', ');
  };
}

/** Mutants with wrong answers to browsers of other sites. */
export const crossOriginMutants: readonly Mutant[] = [
  ...onApi(/./, [
    ['no origin may read', 'SEC-030 SEC-031 SEC-032 SEC-034 SEC-036', allowed()],
    ['only one origin may read', 'SEC-030 SEC-031 SEC-032 SEC-034', allowed('https://our.example')],
    ['refusals cannot be read', 'SEC-031 SEC-032', whenStatus(400, allowed())],
    ['the answer to a missing token cannot be read', 'SEC-032', whenStatus(401, allowed())],
    ['the answer at an unknown path cannot be read', 'SEC-032', whenStatus(404, allowed())],
    ['cookies are allowed', 'SEC-033', header('access-control-allow-credentials', 'true')],
    ['a preflight needs a token', 'SEC-034 SEC-036', whenCall(isPreflight, status(401))],
    ['a preflight does not allow DELETE', 'SEC-034', without('access-control-allow-methods', 'delete')],
    ['a preflight does not allow Idempotency-Key', 'SEC-035', without(allowedHeaders, 'idempotency-key')],
    ['a preflight allows no headers', 'SEC-035', header(allowedHeaders)],
    ['Retry-After cannot be read', 'SEC-037', without('access-control-expose-headers', 'retry-after')],
    ['X-Range-Crc32 cannot be read', 'SEC-037', without('access-control-expose-headers', 'x-range-crc32')],
  ]),
  ...onApi('/nowhere', [['a preflight of an unknown path gets HTTP 404', 'SEC-036', status(404)]]),
  ...onAuth(/\/oauth2\/access_token$/, [['token endpoints are closed', 'SEC-038', allowed()]]),
  ...onAuth(/\/jwks$/, [['keys are closed', 'SEC-038', allowed()]]),
  ...onAuth(/\/\.well-known\//, [['the metadata is closed', 'SEC-038', allowed()]]),
  ...onAuth(/\/revoke$/, [['revocation is closed', 'SEC-039', allowed()]]),
  ...onAuth(/\/oauth2\/(?:introspect|%69ntrospect)$/, [['introspection is open', 'SEC-040 SEC-042', allowed('*')]]),
  ...onAuth(/\/revocations$/, [['the list of revocations is open', 'SEC-041', allowed('*')]]),
  ...onAuth(/%69/, [['introspection is open under another spelling', 'SEC-042', allowed('*')]]),
  ...beforeAuth(/\/oauth2\/authorize$/, [
    ['forms of other sites are accepted', 'SEC-043', ignoreHeader('origin', 'sec-fetch-site')],
  ]),
];
