import { createPublicKey, verify } from 'node:crypto';
import type { Answer, Fields } from '../../probe/answer.js';
import { claimsOf, partOf } from '../../probe/claims.js';
import type { Probe } from '../../probe/probe.js';
import { fixedScope, idpPath } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import { byCredentials, knownRecord, newPair } from './token-calls.js';

const source = 'open-points: access-tokens';
const secondsOfDoubt = 3;

/** Requirements about the contents of access tokens. */
export const accessTokenRequirements: readonly Requirement[] = [
  {
    id: 'TOK-110',
    source,
    says: 'An access token is a JWT whose header says typ at+jwt and alg ES256, and names its key.',
    check: async (probe) => {
      const { answer, header } = await knownToken(probe);
      answer.expectEqual([header['typ'], header['alg']], ['at+jwt', 'ES256'], 'typ and alg of the token');
      answer.expect(typeof header['kid'] === 'string' && header['kid'] !== '', 'the token names no key');
    },
  },
  {
    id: 'TOK-111',
    source,
    says: 'The token has the claims iss, sub, aud, exp, iat, jti, client_id, scope and member_code.',
    check: async (probe) => {
      const { answer, claims } = await knownToken(probe);
      const names = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'client_id', 'scope', 'member_code'];
      answer.expectEqual(
        names.filter((name) => claims[name] === undefined),
        [],
        'the list of missing claims',
      );
    },
  },
  {
    id: 'TOK-112',
    source,
    says: 'The token has the client_id of the client and the scope of the token record.',
    check: async (probe) => {
      const { answer, claims } = await knownToken(probe);
      const wanted = [probe.account().clientId, fixedScope];
      answer.expectEqual([claims['client_id'], claims['scope']], wanted, 'client_id and scope of the token');
    },
  },
  {
    id: 'TOK-113',
    source: '2.1',
    says: 'exires_in is the number of seconds until the access token ends.',
    check: async (probe) => {
      const askedAt = performance.now();
      const answer = (await byCredentials(probe)).expectStatus(200);
      // A server that was delayed may have signed the token long before it wrote the header Date.
      const doubt = secondsOfDoubt + (performance.now() - askedAt) / 1_000;
      const { claims } = tokenIn(answer);
      const now = Math.floor(Date.parse(answer.header('date') ?? '') / 1_000);
      const left = Number(claims['exp']) - now;
      const told = Number(answer.body['exires_in']);
      answer.expect(Math.abs(left - told) <= doubt, `the token ends in ${left} seconds, exires_in is ${told}`);
    },
  },
  {
    id: 'TOK-114',
    source,
    says: 'A key of the key set verifies the signature of the token.',
    check: async (probe) => {
      const { answer, header, token } = await knownToken(probe);
      const key = (await keySet(probe)).list('keys').find(({ kid }) => kid === header['kid']);
      if (key === undefined) return answer.fail(`the key set has no key ${String(header['kid'])}`);
      return answer.expect(isSignedBy(token, key), 'the key that the token names does not verify the signature');
    },
  },
  {
    id: 'TOK-115',
    source,
    says: 'The token and the metadata name the same issuer.',
    check: async (probe) => {
      const { answer, claims } = await knownToken(probe);
      const metadata = (await probe.auth('/.well-known/oauth-authorization-server')).expectStatus(200);
      answer.expectEqual(claims['iss'], metadata.body['issuer'], 'iss of the token');
    },
  },
  {
    id: 'TOK-116',
    source,
    says: 'Two tokens never have the same jti.',
    check: async (probe) => {
      const { answer, claims } = await knownToken(probe);
      const other = claimsOf((await newPair(probe)).access);
      answer.expect(claims['jti'] !== other['jti'], 'two tokens have the same jti');
    },
  },
];

interface ReadToken {
  readonly answer: Answer;
  readonly token: string;
  readonly header: Fields;
  readonly claims: Fields;
}

async function knownToken(probe: Probe): Promise<ReadToken> {
  return tokenIn(await knownRecord(probe));
}

function tokenIn(answer: Answer): ReadToken {
  const token = answer.string('access_token');
  const [header, claims] = [partOf(token, 0), partOf(token, 1)];
  if (header === undefined || claims === undefined) return answer.fail('the access token is not a JWT');
  return { answer, token, header, claims };
}

function keySet(probe: Probe): Promise<Answer> {
  return probe.once('key set', async () => (await probe.auth(idpPath(probe, 'jwks'))).expectStatus(200));
}

function isSignedBy(token: string, jwk: Fields): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.');
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const data = Buffer.from(`${header}.${claims}`);
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
