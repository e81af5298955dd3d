import {
  beforeApi,
  type Edit,
  header,
  isAt,
  json,
  onApi,
  onAuth,
  put,
  status,
  text,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, Rule } from '../../mutants/mutant.js';
import { forgeries } from './forged-tokens.js';
import { crossOriginMutants } from './mutants-of-cross-origin.js';

const places = '/deliveryplace/list';
const credentials = '/api/credentials/access_token';
const introspect = /\/oauth2\/(?:introspect|%69ntrospect)$/;
const accepted: Edit = (answer) => {
  answer.status = 200;
  answer.body = Buffer.from('{"request_id":"x","result":0,"error_list":[],"delivery_place_list":[],"next_cursor":""}');
};
const forged = Object.keys(forgeries).map((_, index) => `SEC-${String(10 + index).padStart(3, '0')}`);
const refusedTokens = ['SEC-004', 'SEC-006', ...forged];

/** Tells for one of two that are refused alike why. */
function tellsOne(path: string, edit: Edit): () => Rule {
  return () => {
    let calls = 0;
    return async (call, pass) => {
      const answer = await pass();
      if (call.service === 'api' && isAt(call, path) && answer.status === 400 && calls++ === 0) edit(answer, call);
      return answer;
    };
  };
}

const hidden = put('error_list', 'error_detail', 'You may not see this member.');
const request = '/master/download/buy/request';

const tokens: readonly Mutant[] = [
  { name: 'a token is not needed', noticedBy: ['SEC-001'], rule: onApi(places, whenStatus(401, accepted)) },
  {
    name: 'a missing token is forbidden',
    noticedBy: ['SEC-001', 'SEC-003', 'SEC-005'],
    rule: onApi(places, whenStatus(401, status(403))),
  },
  {
    name: 'a missing token has no code',
    noticedBy: ['SEC-001'],
    rule: onApi(places, put('error_list', 'error_code', '')),
  },
  {
    name: 'there is no challenge',
    noticedBy: ['SEC-002', 'SEC-003', ...refusedTokens],
    rule: onApi(places, header('www-authenticate', undefined)),
  },
  {
    name: 'a missing token is an invalid one',
    noticedBy: ['SEC-002', 'SEC-003'],
    rule: onApi(places, header('www-authenticate', 'Bearer realm="/api", error="invalid_token"')),
  },
  {
    name: 'the challenge has no realm',
    noticedBy: ['SEC-002', 'SEC-003', 'SEC-004'],
    rule: onApi(places, header('www-authenticate', 'Bearer')),
  },
  {
    name: 'Basic is taken',
    noticedBy: ['SEC-003'],
    rule: onApi(
      places,
      whenCall(({ headers }) => (headers['authorization'] ?? '').startsWith('Basic'), accepted),
    ),
  },
  {
    name: 'an invalid token is not told as such',
    noticedBy: refusedTokens,
    rule: onApi(places, header('www-authenticate', 'Bearer realm="/api"')),
  },
  {
    name: 'tokens are not looked into',
    noticedBy: ['SEC-004', 'SEC-006', ...forged],
    rule: onApi(
      places,
      whenCall(({ headers }) => (headers['authorization'] ?? '').startsWith('Bearer'), accepted),
    ),
  },
  {
    name: 'an invalid token is an internal error',
    noticedBy: ['SEC-004', ...forged],
    rule: onApi(places, whenStatus(401, status(500))),
  },
  {
    name: 'a token in the query is taken',
    noticedBy: ['SEC-005'],
    rule: beforeApi(places, (call) => {
      const token = new URL(call.path, 'http://proxy').searchParams.get('access_token');
      if (token !== null) call.headers['authorization'] = `Bearer ${token}`;
      call.path = places;
    }),
  },
  {
    name: 'a refused token is repeated',
    noticedBy: ['SEC-007'],
    rule: onApi(
      places,
      text((body, { headers }) => body.replace('"error_item":""', `"error_item":"${headers['authorization'] ?? ''}"`)),
    ),
  },
];

const stores: readonly Mutant[] = [
  {
    name: 'tokens may be stored',
    noticedBy: ['SEC-020', 'SEC-021'],
    rule: onAuth(credentials, header('cache-control', 'private')),
  },
  {
    name: 'tokens have no Cache-Control',
    noticedBy: ['SEC-020', 'SEC-021'],
    rule: onAuth(credentials, header('cache-control', undefined)),
  },
  {
    name: 'tokens have no Pragma',
    noticedBy: ['SEC-020', 'SEC-021'],
    rule: onAuth(credentials, header('pragma', undefined)),
  },
  {
    name: 'only tokens may not be stored, refusals may',
    noticedBy: ['SEC-021'],
    rule: onAuth(credentials, whenStatus(400, header('cache-control', 'max-age=60'))),
  },
  {
    name: 'what introspection says may be stored',
    noticedBy: ['SEC-022'],
    rule: onAuth(introspect, header('cache-control', 'max-age=60')),
  },
  {
    name: 'records may be stored by everybody',
    noticedBy: ['SEC-023'],
    rule: onApi(/\/records$/, header('cache-control', 'public, max-age=60')),
  },
  {
    name: 'records have no Cache-Control',
    noticedBy: ['SEC-023'],
    rule: onApi(/\/records$/, header('cache-control', undefined)),
  },
];

const enumeration: readonly Mutant[] = [
  { name: 'a hidden member is told from an unknown one', noticedBy: ['SEC-050'], rule: tellsOne(request, hidden) },
  {
    name: 'a hidden member is forbidden',
    noticedBy: ['SEC-050', 'SEC-054'],
    rule: onApi(request, whenStatus(400, status(403))),
  },
  {
    name: 'a hidden member has nothing',
    noticedBy: ['SEC-050', 'SEC-054'],
    rule: onApi(request, whenStatus(400, accepted)),
  },
  {
    name: 'a partner without relation is told from an unknown one',
    noticedBy: ['SEC-051'],
    rule: tellsOne('/delivery/shortest', hidden),
  },
  {
    name: 'a partner without relation has no dates',
    noticedBy: ['SEC-051'],
    rule: onApi('/delivery/shortest', whenStatus(400, accepted)),
  },
  {
    name: 'slips of hidden members are told from those of unknown ones',
    noticedBy: ['SEC-052'],
    rule: tellsOne('/trade/download/request', hidden),
  },
  {
    name: 'slips of hidden members can be asked for',
    noticedBy: ['SEC-052'],
    rule: onApi('/trade/download/request', whenStatus(400, accepted)),
  },
  {
    name: 'lists of hidden members are empty',
    noticedBy: ['SEC-053'],
    rule: onApi('/partner/list', whenStatus(400, accepted)),
  },
  {
    name: 'lists of hidden members are told from those of unknown ones',
    noticedBy: ['SEC-053'],
    rule: tellsOne('/partner/list', hidden),
  },
  {
    name: 'batches of others are told from unknown ones',
    noticedBy: ['SEC-055'],
    rule: tellsOne('/master/download/buy/check', put('error_list', 'error_detail', 'This batch is not yours.')),
  },
  {
    name: 'batches of others are forbidden',
    noticedBy: ['SEC-055'],
    rule: tellsOne('/master/download/buy/check', status(403)),
  },
  {
    name: 'guesses are not counted',
    noticedBy: ['SEC-060', 'SEC-061'],
    rule: () => async (call, pass) => {
      const answer = await pass();
      if (call.service === 'auth' && answer.status === 429) answer.status = 400;
      return answer;
    },
  },
  {
    name: 'a lock does not say how long',
    noticedBy: ['SEC-060'],
    rule: onAuth(credentials, header('retry-after', undefined)),
  },
  {
    name: 'a lock is told as access_denied',
    noticedBy: ['SEC-061'],
    rule: onAuth(
      credentials,
      whenStatus(
        429,
        json((body) => ({ ...body, error: 'access_denied' })),
      ),
    ),
  },
];

export const securityMutants: readonly Mutant[] = [...tokens, ...stores, ...crossOriginMutants, ...enumeration];
