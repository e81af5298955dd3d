import { idpPath } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import { about, callWith, isActive, metadata, newPair, refusedAnswer, reissue, withoutClient } from './token-calls.js';

const source = 'open-points: standard-endpoints';

/** Requirements about revocation, introspection, metadata and keys. */
export const standardEndpointRequirements: readonly Requirement[] = [
  {
    id: 'TOK-130',
    source,
    says: 'Revocation is answered with HTTP 200.',
    check: async (probe) => (await about(probe, 'revoke', (await newPair(probe)).refresh)).expectStatus(200),
  },
  {
    id: 'TOK-131',
    source,
    says: 'Revoking a refresh token ends its grant: at reissue, the token is refused with invalid_grant.',
    check: async (probe) => {
      const { refresh } = await newPair(probe);
      await about(probe, 'revoke', refresh);
      (await reissue(probe, refresh)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-132',
    source: 'open-points: access-tokens',
    says: 'Within 5 seconds after a revocation, the data API refuses the token with HTTP 401 and E100002.',
    check: async (probe) => {
      const { access, refresh } = await newPair(probe);
      (await callWith(probe, access)).expectStatus(200);
      await about(probe, 'revoke', refresh);
      (await refusedAnswer(probe, access)).expectRefusal(401, ['', 'E100002']);
    },
  },
  {
    id: 'TOK-133',
    source,
    says: 'Revoking an unknown token is also answered with HTTP 200.',
    check: async (probe) => (await about(probe, 'revoke', 'A'.repeat(86))).expectStatus(200),
  },
  {
    id: 'TOK-134',
    source,
    says: 'Revoking a token of another client is refused with invalid_grant and HTTP 400, and the token stays valid.',
    needs: ['other client'],
    check: async (probe) => {
      const { clientId, clientSecret } = probe.otherClientAccount();
      const { refresh } = await newPair(probe);
      const answer = await about(probe, 'revoke', refresh, { client_id: clientId, client_secret: clientSecret });
      answer.expectOauthError(400, 'invalid_grant');
      (await reissue(probe, refresh)).expectStatus(200);
    },
  },
  {
    id: 'TOK-135',
    source,
    says: 'Revocation without client credentials is refused with invalid_client and HTTP 400.',
    check: async (probe) =>
      (await about(probe, 'revoke', 'A'.repeat(86), withoutClient)).expectOauthError(400, 'invalid_client'),
  },
  {
    id: 'TOK-140',
    source,
    says: 'Introspection says that an access token is active, with scope, client_id, exp and sub.',
    check: async (probe) => {
      const answer = (await about(probe, 'introspect', (await newPair(probe)).access)).expectStatus(200);
      answer.expectEqual(answer.body['active'], true, 'active');
      answer.expectEqual(answer.body['client_id'], probe.account().clientId, 'client_id');
      const missing = ['scope', 'exp', 'sub'].filter((name) => answer.body[name] === undefined);
      answer.expectEqual(missing, [], 'the list of missing fields');
    },
  },
  {
    id: 'TOK-141',
    source,
    says: 'Introspection says that a refresh token is active.',
    check: async (probe) => {
      const { answer, refresh } = await newPair(probe);
      answer.expect(await isActive(probe, refresh), 'introspection does not say that the refresh token is active');
    },
  },
  {
    id: 'TOK-142',
    source,
    says: 'For an unknown token, introspection returns only active false.',
    check: async (probe) => {
      const answer = (await about(probe, 'introspect', 'A'.repeat(86))).expectStatus(200);
      answer.expectEqual(answer.body, { active: false }, 'the body');
    },
  },
  {
    id: 'TOK-143',
    source,
    says: "For another client's token, introspection returns only active false.",
    needs: ['other client'],
    check: async (probe) => {
      const { clientId, clientSecret } = probe.otherClientAccount();
      const { access } = await newPair(probe);
      const answer = await about(probe, 'introspect', access, { client_id: clientId, client_secret: clientSecret });
      answer.expectStatus(200).expectEqual(answer.body, { active: false }, 'the body');
    },
  },
  {
    id: 'TOK-144',
    source,
    says: 'Introspection without client credentials is refused with invalid_client and HTTP 400.',
    check: async (probe) => {
      const answer = await about(probe, 'introspect', (await newPair(probe)).access, withoutClient);
      answer.expectOauthError(400, 'invalid_client');
    },
  },
  {
    id: 'TOK-145',
    source,
    says: 'A revoked token is no longer active.',
    check: async (probe) => {
      const { answer, access, refresh } = await newPair(probe);
      await about(probe, 'revoke', refresh);
      answer.expect(!(await isActive(probe, access)), 'introspection says that the revoked token is active');
    },
  },
  {
    id: 'TOK-150',
    source,
    says: 'The metadata is JSON and names issuer, endpoints, keys, flows and PKCE.',
    check: async (probe) => {
      const answer = (await metadata(probe)).expectHeader('content-type', /^application\/json/i);
      const names = [
        'issuer',
        'authorization_endpoint',
        'token_endpoint',
        'jwks_uri',
        'revocation_endpoint',
        'introspection_endpoint',
        'response_types_supported',
        'grant_types_supported',
        'code_challenge_methods_supported',
      ];
      answer.expectEqual(
        names.filter((name) => answer.body[name] === undefined),
        [],
        'the list of missing fields',
      );
    },
  },
  {
    id: 'TOK-151',
    source,
    says: 'The metadata names the authorization endpoint and the token endpoint with ?realm=/api.',
    check: async (probe) => {
      const answer = await metadata(probe);
      for (const [name, path] of [
        ['authorization_endpoint', 'authorize'],
        ['token_endpoint', 'access_token'],
      ] as const) {
        const wanted = `${answer.string('issuer')}${idpPath(probe, path)}?realm=/api`;
        answer.expectEqual(answer.body[name], wanted, name);
      }
    },
  },
  {
    id: 'TOK-152',
    source,
    says: 'The metadata names code as response type and both grants of the token endpoint.',
    check: async (probe) => {
      const answer = await metadata(probe);
      answer.expectEqual(answer.body['response_types_supported'], ['code'], 'response_types_supported');
      const grants = new Set(answer.body['grant_types_supported'] as string[]);
      answer.expect(
        grants.has('authorization_code') && grants.has('refresh_token'),
        `grant_types_supported is ${[...grants].join(', ')}`,
      );
    },
  },
  {
    id: 'TOK-153',
    source: 'open-points: pkce-and-iss',
    says: 'The metadata says that S256 is supported and that redirects carry iss.',
    check: async (probe) => {
      const answer = await metadata(probe);
      answer.expectEqual(answer.body['code_challenge_methods_supported'], ['S256'], 'code_challenge_methods_supported');
      answer.expectEqual(
        answer.body['authorization_response_iss_parameter_supported'],
        true,
        'authorization_response_iss_parameter_supported',
      );
    },
  },
  {
    id: 'TOK-154',
    source,
    says: 'The key set has public EC keys for ES256, each with a kid.',
    check: async (probe) => {
      const answer = (await probe.auth(idpPath(probe, 'jwks'))).expectStatus(200);
      const keys = answer.list('keys');
      answer.expect(keys.length > 0, 'there is no key');
      const isPublic = keys.every(({ kty, crv, kid }) => kty === 'EC' && crv === 'P-256' && typeof kid === 'string');
      answer.expect(isPublic, 'a key is not an EC key of P-256 with a kid');
    },
  },
  {
    id: 'TOK-155',
    source,
    says: 'No key in the key set has its private part.',
    check: async (probe) => {
      const answer = (await probe.auth(idpPath(probe, 'jwks'))).expectStatus(200);
      answer.expect(
        answer.list('keys').every((key) => !('d' in key)),
        'a key has its private part',
      );
    },
  },
  {
    id: 'TOK-156',
    source: '10',
    says: '/openapi.json of the authentication server describes it as OpenAPI 3.1, without a token.',
    check: async (probe) => {
      const answer = (await probe.auth('/openapi.json')).expectStatus(200);
      answer.expect(answer.string('openapi').startsWith('3.1.'), `openapi is ${answer.string('openapi')}`);
      const paths = Object.keys(answer.body['paths'] ?? {});
      answer.expect(paths.includes(idpPath(probe, 'access_token')), 'it does not describe the token endpoint');
    },
  },
];
