import type { Probe } from '../../probe/probe.js';
import {
  authorize,
  type Changes,
  callbackOf,
  codeForm,
  idpPath,
  newCode,
  newVerifier,
  tokenPath,
} from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import {
  basic,
  byCode,
  furtherTokenFields,
  isActive,
  newPairByCode,
  pairOf,
  reissue,
  tokenFields,
  withoutClient,
} from './token-calls.js';

const needs = ['redirect uri'] as const;
const codes = 'open-points: authorization-codes';

const refused: readonly (readonly [id: string, says: string, changes: Changes, error: string])[] = [
  [
    'TOK-060',
    'A code exchange without grant_type is refused with invalid_request.',
    { grant_type: undefined },
    'invalid_request',
  ],
  [
    'TOK-061',
    'An unknown grant_type is refused with unsupported_grant_type.',
    { grant_type: 'magic' },
    'unsupported_grant_type',
  ],
  [
    'TOK-062',
    'A code exchange without a code is refused with invalid_request.',
    { code: undefined },
    'invalid_request',
  ],
  ['TOK-063', 'An unknown code is refused with invalid_grant.', { code: 'A'.repeat(43) }, 'invalid_grant'],
  [
    'TOK-064',
    'A code exchange without redirect_uri is refused with invalid_request.',
    { redirect_uri: undefined },
    'invalid_request',
  ],
];

/** Requirements about the exchange of a code (4.2). */
export const codeRequirements: readonly Requirement[] = [
  {
    id: 'TOK-050',
    source: '4.2',
    says: 'A code is exchanged for a token record.',
    needs,
    check: async (probe) => {
      const { answer } = await newPairByCode(probe);
      const further = furtherTokenFields.filter((name) => name in answer.body);
      answer.expectFields(answer.body, [...tokenFields, ...further], 'the token record');
    },
  },
  {
    id: 'TOK-051',
    source: '4.2',
    says: 'A code works once: a repeat is invalid_grant, with HTTP 400.',
    needs,
    check: async (probe) => {
      const code = await newCode(probe);
      pairOf(await byCode(probe, code));
      (await byCode(probe, code)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-052',
    source: codes,
    says: 'If a code is used again, its grant ends, and so do the tokens that were issued for it.',
    needs,
    check: async (probe) => {
      const code = await newCode(probe);
      const { refresh } = pairOf(await byCode(probe, code));
      await byCode(probe, code);
      (await reissue(probe, refresh)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-053',
    source: codes,
    says: 'If a code is exchanged several times at once, at most one answer has tokens.',
    needs,
    check: async (probe) => {
      const code = await newCode(probe);
      const answers = await Promise.all([1, 2, 3].map(() => byCode(probe, code)));
      const good = answers.filter(({ status }) => status === 200);
      answers[0]?.expect(good.length === 1, `${good.length} of 3 exchanges at once got tokens`);
    },
  },
  {
    id: 'TOK-054',
    source: '4.2',
    says: 'If the redirect_uri of the exchange differs from that of the authorization request, it is refused with invalid_grant.',
    needs,
    check: async (probe) => {
      const { redirectUri } = probe.account();
      const answer = await byCode(probe, await newCode(probe), { redirect_uri: `${redirectUri}/other` });
      answer.expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-055',
    source: codes,
    says: 'After an exchange with a wrong redirect_uri, the code can still be used.',
    needs,
    check: async (probe) => {
      const code = await newCode(probe);
      await byCode(probe, code, { redirect_uri: `${probe.account().redirectUri}/other` });
      (await byCode(probe, code)).expectStatus(200);
    },
  },
  {
    id: 'TOK-056',
    source: codes,
    says: 'Only the client for which a code was issued can use the code.',
    needs: ['redirect uri', 'other client'],
    check: async (probe) => {
      const { clientId, clientSecret } = probe.otherClientAccount();
      const answer = await byCode(probe, await newCode(probe), { client_id: clientId, client_secret: clientSecret });
      answer.expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-057',
    source: '4.2',
    says: 'The realm is in the query of the token endpoint; without it, the request is refused with invalid_request.',
    needs,
    check: async (probe) => {
      const form = codeForm(probe, await newCode(probe));
      (await probe.form(idpPath(probe, 'access_token'), form)).expectOauthError(400, 'invalid_request');
    },
  },
  {
    id: 'TOK-058',
    source: '4.2',
    says: 'A realm other than /api in the query is refused with invalid_request.',
    needs,
    check: async (probe) => {
      const form = codeForm(probe, await newCode(probe));
      (await probe.form(`${idpPath(probe, 'access_token')}?realm=/other`, form)).expectOauthError(
        400,
        'invalid_request',
      );
    },
  },
  {
    id: 'TOK-059',
    source: '4.2',
    says: 'A client that sends its secret by HTTP Basic can also exchange a code.',
    needs,
    check: async (probe) => {
      const { clientId, clientSecret } = probe.account();
      (await byCode(probe, await newCode(probe), withoutClient, basic(clientId, clientSecret))).expectStatus(200);
    },
  },
  ...refused.map(([id, says, changes, error]) => ({
    id,
    source: '4.2',
    says,
    needs,
    check: async (probe: Probe) =>
      (await probe.form(tokenPath(probe), codeForm(probe, 'A'.repeat(43), changes))).expectOauthError(400, error),
  })),
  {
    id: 'TOK-070',
    source: '4.2',
    says: 'If the authorization request had a code_challenge, its code_verifier exchanges the code.',
    needs,
    check: async (probe) => {
      const { verifier, challenge } = newVerifier();
      const code = await newCode(probe, { code_challenge: challenge, code_challenge_method: 'S256' });
      (await byCode(probe, code, { code_verifier: verifier })).expectStatus(200);
    },
  },
  {
    id: 'TOK-071',
    source: '4.2',
    says: 'If the authorization request had a code_challenge, an exchange without the code_verifier is refused.',
    needs,
    check: async (probe) => {
      const { challenge } = newVerifier();
      const code = await newCode(probe, { code_challenge: challenge, code_challenge_method: 'S256' });
      const answer = (await byCode(probe, code)).expectStatus(400);
      answer.expect(
        ['invalid_grant', 'invalid_request'].includes(answer.string('error')),
        `error is ${answer.string('error')}`,
      );
    },
  },
  {
    id: 'TOK-072',
    source: 'open-points: pkce-and-iss',
    says: 'A wrong code_verifier is refused with invalid_grant, and the code can still be used.',
    needs,
    check: async (probe) => {
      const { verifier, challenge } = newVerifier();
      const code = await newCode(probe, { code_challenge: challenge, code_challenge_method: 'S256' });
      (await byCode(probe, code, { code_verifier: newVerifier().verifier })).expectOauthError(400, 'invalid_grant');
      (await byCode(probe, code, { code_verifier: verifier })).expectStatus(200);
    },
  },
  {
    id: 'TOK-073',
    source: 'open-points: pkce-and-iss',
    says: 'The authorization page refuses a challenge whose method is not S256.',
    needs,
    check: async (probe) => {
      const answer = await authorize(probe, {
        code_challenge: newVerifier().challenge,
        code_challenge_method: 'plain',
      });
      answer.expectEqual(callbackOf(answer).get('error'), 'invalid_request', 'error');
    },
  },
  {
    id: 'TOK-074',
    source: 'open-points: authorization-codes',
    says: 'The access token of a grant that has ended is no longer active.',
    needs,
    check: async (probe) => {
      const code = await newCode(probe);
      const { access, answer } = pairOf(await byCode(probe, code));
      await byCode(probe, code);
      answer.expect(!(await isActive(probe, access)), 'introspection says that the token is active');
    },
  },
];
