import { idpPath, reissueForm } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import {
  basic,
  callWith,
  furtherTokenFields,
  newPair,
  newPairByCode,
  pairOf,
  reissue,
  tokenFields,
  withoutClient,
} from './token-calls.js';

const rotation = 'open-points: rotation-of-refresh-tokens';

/** Reissue (4.4). */
export const reissueRequirements: readonly Requirement[] = [
  {
    id: 'TOK-080',
    source: '4.4',
    says: 'The answer to a reissue is a token record.',
    check: async (probe) => {
      const answer = (await reissue(probe, (await newPair(probe)).refresh)).expectStatus(200);
      const further = furtherTokenFields.filter((name) => name in answer.body);
      answer.expectFields(answer.body, [...tokenFields, ...further], 'the token record');
    },
  },
  {
    id: 'TOK-081',
    source: '4.4',
    says: 'The answer to a reissue has a new refresh token.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const next = pairOf(await reissue(probe, refresh));
      next.answer.expect(next.refresh !== refresh, 'it is the same refresh token');
    },
  },
  {
    id: 'TOK-082',
    source: '4.4',
    says: 'The answer to a reissue has a new access token, which the data API accepts.',
    check: async (probe) => {
      const { access, refresh } = await newPair(probe);
      const next = pairOf(await reissue(probe, refresh));
      next.answer.expect(next.access !== access, 'it is the same access token');
      (await callWith(probe, next.access)).expectStatus(200);
    },
  },
  {
    id: 'TOK-083',
    source: '4.4',
    says: 'Tokens of the code flow are reissued in the same way.',
    needs: ['redirect uri'],
    check: async (probe) => (await reissue(probe, (await newPairByCode(probe)).refresh)).expectStatus(200),
  },
  {
    id: 'TOK-084',
    source: rotation,
    says: 'If the same reissue is repeated, for example after a lost answer, the answer has the same tokens.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const [first, again] = [pairOf(await reissue(probe, refresh)), pairOf(await reissue(probe, refresh))];
      again.answer.expect(again.refresh === first.refresh && again.access === first.access, 'the tokens differ');
    },
  },
  {
    id: 'TOK-085',
    source: rotation,
    says: 'A repeated reissue has the remaining lifetime, not a new one.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const first = (await reissue(probe, refresh)).expectStatus(200);
      const again = (await reissue(probe, refresh)).expectStatus(200);
      const [before, now] = [Number(first.body['exires_in']), Number(again.body['exires_in'])];
      again.expect(now <= before, `exires_in is ${now}, after ${before} the first time`);
    },
  },
  {
    id: 'TOK-086',
    source: rotation,
    says: 'The answers to reissues at the same time all have the same tokens.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const pairs = (await Promise.all([1, 2, 3].map(() => reissue(probe, refresh)))).map(pairOf);
      const different = new Set(pairs.map((pair) => pair.refresh));
      pairs[0]?.answer.expect(different.size === 1, `${different.size} different refresh tokens`);
    },
  },
  {
    id: 'TOK-087',
    source: rotation,
    says: 'A replaced refresh token is refused with invalid_grant after its successor was used.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const second = pairOf(await reissue(probe, refresh));
      pairOf(await reissue(probe, second.refresh));
      (await reissue(probe, refresh)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-088',
    source: '4.4',
    says: 'The use of such a replaced refresh token ends the whole grant.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      const second = pairOf(await reissue(probe, refresh));
      const third = pairOf(await reissue(probe, second.refresh));
      await reissue(probe, refresh);
      (await reissue(probe, third.refresh)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-089',
    source: rotation,
    says: 'A replaced access token stays valid until its own end.',
    check: async (probe) => {
      const { access, refresh } = await newPair(probe);
      pairOf(await reissue(probe, refresh));
      (await callWith(probe, access)).expectStatus(200);
    },
  },
  {
    id: 'TOK-090',
    source: rotation,
    says: 'If another client sends a refresh token, it gets no tokens, and the grant does not end.',
    needs: ['other client'],
    check: async (probe) => {
      const { clientId, clientSecret } = probe.otherClientAccount();
      const { refresh } = await newPair(probe);
      const stolen = await reissue(probe, refresh, { client_id: clientId, client_secret: clientSecret });
      stolen.expectOauthError(400, 'invalid_grant');
      (await reissue(probe, refresh)).expectStatus(200);
    },
  },
  {
    id: 'TOK-091',
    source: '4.4',
    says: 'A reissue without refresh_token is refused with invalid_request.',
    check: async (probe) =>
      (await reissue(probe, '', { refresh_token: undefined })).expectOauthError(400, 'invalid_request'),
  },
  {
    id: 'TOK-092',
    source: '4.4',
    says: 'An unknown refresh token is refused with invalid_grant.',
    check: async (probe) => (await reissue(probe, 'A'.repeat(86))).expectOauthError(400, 'invalid_grant'),
  },
  {
    id: 'TOK-093',
    source: '4.4',
    says: 'An access token instead of a refresh token is refused with invalid_grant.',
    check: async (probe) =>
      (await reissue(probe, (await newPair(probe)).access)).expectOauthError(400, 'invalid_grant'),
  },
  {
    id: 'TOK-094',
    source: 'open-points: errors-of-the-token-endpoints',
    says: 'A reissue whose scope is not the whole scope is refused with invalid_scope.',
    check: async (probe) =>
      (await reissue(probe, (await newPair(probe)).refresh, { scope: 'openid' })).expectOauthError(
        400,
        'invalid_scope',
      ),
  },
  {
    id: 'TOK-095',
    source: '4.4',
    says: 'The realm is in the query of a reissue; without it, the request is refused with invalid_request.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      (await probe.form(idpPath(probe, 'access_token'), reissueForm(probe, refresh))).expectOauthError(
        400,
        'invalid_request',
      );
    },
  },
  {
    id: 'TOK-096',
    source: 'open-points: reissue-request',
    says: 'At reissue, the client may send its credentials by HTTP Basic.',
    check: async (probe) => {
      const { clientId, clientSecret } = probe.account();
      const { refresh } = await newPair(probe);
      (await reissue(probe, refresh, withoutClient, basic(clientId, clientSecret))).expectStatus(200);
    },
  },
  {
    id: 'TOK-097',
    source: '4.4',
    says: 'A reissue with a wrong client_secret is refused with invalid_client, and the refresh token can still be used.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      (await reissue(probe, refresh, { client_secret: 'wrong' })).expectOauthError(400, 'invalid_client');
      (await reissue(probe, refresh)).expectStatus(200);
    },
  },
];
