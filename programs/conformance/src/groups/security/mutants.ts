import { refusalRows } from '../../checks/refusals.js';
import { errorCode, errorDetail, put } from '../../mutants/bodies.js';
import { hasHeader, isAt, queryOf } from '../../mutants/calls.js';
import { accepted, header, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Change, Edit, Mutant, PassedAnswer, PassedCall } from '../../mutants/mutant.js';
import { beforeApi, byRule, counted, onApi, onAuth, onlyFirst } from '../../mutants/table.js';
import { forgeries } from './forged-tokens.js';
import { crossOriginMutants } from './mutants-of-cross-origin.js';

const places = '/deliveryplace/list';
const master = '/master/download/buy';
const forged = Object.keys(forgeries)
  .map((_, index) => `SEC-${String(10 + index).padStart(3, '0')}`)
  .join(' ');
const taken = accepted({ delivery_place_list: [], next_cursor: '' });
const challenge = (value?: string) => header('www-authenticate', value);
const storable = (value?: string) => header('cache-control', value);

const tokenOfQuery: Change = (call) => {
  const token = queryOf(call).get('access_token');
  if (token !== null) call.headers['authorization'] = `Bearer ${token}`;
  call.path = places;
};

const repeatToken: Edit = (answer, call) =>
  put('error_list', 'error_item', call.headers['authorization'] ?? '')(answer, call);

const tokens: readonly Mutant[] = [
  ...onApi(places, [
    ['a token is not needed', 'SEC-001', whenStatus(401, taken)],
    ['a missing token gets HTTP 403', 'SEC-001 SEC-003 SEC-005', whenStatus(401, status(403))],
    ['a missing token has no code', 'SEC-001', errorCode('')],
    ['there is no challenge', `SEC-002 SEC-003 SEC-004 SEC-006 ${forged}`, challenge()],
    ['a missing token is an invalid one', 'SEC-002 SEC-003', challenge('Bearer realm="/api", error="invalid_token"')],
    ['the challenge has no realm', 'SEC-002 SEC-003 SEC-004', challenge('Bearer')],
    ['Basic is accepted', 'SEC-003', whenCall(hasHeader('authorization', 'Basic '), taken)],
    ['an invalid token is not reported as invalid', `SEC-004 SEC-006 ${forged}`, challenge('Bearer realm="/api"')],
    ['tokens are not checked', `SEC-004 SEC-006 ${forged}`, whenCall(hasHeader('authorization', 'Bearer'), taken)],
    ['an invalid token is an internal error', `SEC-004 ${forged}`, whenStatus(401, status(500))],
    ['a refused token is repeated', 'SEC-007', repeatToken],
  ]),
  ...beforeApi(places, [['a token in the query is accepted', 'SEC-005', tokenOfQuery]]),
];

const stores: readonly Mutant[] = [
  ...onAuth('/api/credentials/access_token', [
    ['tokens may be stored', 'SEC-020 SEC-021', storable('private')],
    ['tokens have no Cache-Control', 'SEC-020 SEC-021', storable()],
    ['tokens have no Pragma', 'SEC-020 SEC-021', header('pragma')],
    ['refusals may be stored, and only tokens not', 'SEC-021', whenStatus(400, storable('max-age=60'))],
    ['a lock does not say how long it lasts', 'SEC-060', header('retry-after')],
    ['guesses are not counted', 'SEC-060 SEC-061', whenStatus(429, status(400))],
    ['a lock is reported as access_denied', 'SEC-061', whenStatus(429, put('', 'error', 'access_denied'))],
  ]),
  ...onAuth(/\/oauth2\/(?:introspect|%69ntrospect)$/, [
    ['introspection answers may be stored', 'SEC-022', storable('max-age=60')],
  ]),
  ...onApi(/\/records$/, [
    ['shared caches may store records', 'SEC-023', storable('public, max-age=60')],
    ['records have no Cache-Control', 'SEC-023', storable()],
  ]),
];

/** Paths that must refuse a hidden member and a nonexistent member in the same way, each with its requirement. */
const ofMembers = [
  [`${master}/request`, 'SEC-050'],
  ['/delivery/shortest', 'SEC-051'],
  ['/trade/download/request', 'SEC-052'],
  ['/partner/list', 'SEC-053'],
] as const;

/**
 * Mutants that reveal a hidden member. Two refusals must be equal, but one of them has another text or another status.
 */
function toldApart([path, id]: readonly [path: string, id: string]): readonly Mutant[] {
  const isRefusal = (call: PassedCall, answer: PassedAnswer) => isAt('api', path)(call) && answer.status === 400;
  return byRule([
    [`${id}: other words for one of two`, id, counted(isRefusal, onlyFirst, errorDetail('Not yours.'))],
    [`${id}: another status for one of two`, id, counted(isRefusal, onlyFirst, status(403))],
  ]);
}

const enumeration: readonly Mutant[] = [
  ...[...ofMembers, [`${master}/check`, 'SEC-055'] as const].flatMap(toldApart),
  ...ofMembers.flatMap(([path, id]) => onApi(path, refusalRows(id))),
  ...onApi(`${master}/request`, refusalRows('SEC-054')),
];

export const securityMutants: readonly Mutant[] = [...tokens, ...stores, ...crossOriginMutants, ...enumeration];
