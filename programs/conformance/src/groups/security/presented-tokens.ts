import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { credentialsForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';
import { forgeries } from './forged-tokens.js';

const source = 'open-points: presenting-the-access-token';
const path = '/deliveryplace/list';
const plain = /^Bearer realm="\/api"$/;
const invalid = /^Bearer realm="\/api", error="invalid_token"/;

/** Requirements about missing, wrong and forged tokens at the data API. */
export const tokenRequirements: readonly Requirement[] = [
  {
    id: 'SEC-001',
    source: '5',
    says: 'A call without a token is refused with HTTP 401 and E100002.',
    check: async (probe) => (await callWithHeader(probe, '')).expectRefusal(401, ['', 'E100002']),
  },
  {
    id: 'SEC-002',
    source,
    says: 'Without a token, WWW-Authenticate is Bearer realm="/api" and names no error.',
    check: async (probe) => (await callWithHeader(probe, '')).expectHeader('www-authenticate', plain),
  },
  {
    id: 'SEC-003',
    source,
    says: 'Another scheme counts as no token: HTTP 401, and WWW-Authenticate names no error.',
    check: async (probe) =>
      (await callWithHeader(probe, 'Basic YTpi'))
        .expectRefusal(401, ['', 'E100002'])
        .expectHeader('www-authenticate', plain),
  },
  {
    id: 'SEC-004',
    source,
    says: 'A malformed token is refused with HTTP 401, and WWW-Authenticate says error="invalid_token".',
    check: async (probe) => refusedToken(await callWithHeader(probe, 'Bearer nonsense')),
  },
  {
    id: 'SEC-005',
    source,
    says: 'A token in the query does not count.',
    check: async (probe) => {
      const query = new URLSearchParams({ access_token: await probe.token() }).toString();
      const answer = await probe.call(`${path}?${query}`, {}, { headers: { Authorization: '' } });
      answer.expectRefusal(401, ['', 'E100002']);
    },
  },
  {
    id: 'SEC-006',
    source,
    says: 'A refresh token is not accepted as an access token.',
    check: async (probe) => {
      const record = (await probe.form('/api/credentials/access_token', credentialsForm(probe.account()))).expectStatus(
        200,
      );
      refusedToken(await callWithHeader(probe, `Bearer ${record.string('refresh_token')}`));
    },
  },
  {
    id: 'SEC-007',
    source,
    says: 'The answer to a refused token does not repeat it.',
    check: async (probe) => {
      const token = 'a-token-that-nobody-has-issued';
      const answer = (await callWithHeader(probe, `Bearer ${token}`)).expectStatus(401);
      answer.expect(!answer.text.includes(token), 'the answer repeats the token');
    },
  },
  ...Object.entries(forgeries).map(([what, forge], index) => ({
    id: `SEC-${String(10 + index).padStart(3, '0')}`,
    source: 'open-points: access-tokens',
    says: `A token with ${what} is refused: HTTP 401 and error="invalid_token".`,
    check: async (probe: Probe) => refusedToken(await callWithHeader(probe, `Bearer ${forge(await probe.token())}`)),
  })),
];

function callWithHeader(probe: Probe, authorization: string): Promise<Answer> {
  return probe.call(path, {}, { headers: { Authorization: authorization } });
}

function refusedToken(answer: Answer): void {
  answer.expectRefusal(401, ['', 'E100002']).expectHeader('www-authenticate', invalid);
}
