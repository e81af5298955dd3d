import { type CallOfRight, callsOfRights, servedRights } from '../../contract/rights.js';
import type { Answer } from '../../probe/answer.js';
import { claimsOf, rightsOf } from '../../probe/claims.js';
import type { Probe } from '../../probe/probe.js';
import { type Changes, fixedScope, sentOf, tokenPath } from '../../probe/sign-in.js';
import { serviceForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';
import { about, basic, callWith, metadata, refusedAnswer, tokenFields, withoutClient } from './token-calls.js';

const source = 'open-points: service-accounts';
const serviceFields = tokenFields.filter((name) => name !== 'refresh_token');

/** Requirements about the tokens of a service account, a client that the operator has bound to a member. */
export const serviceAccountRequirements: readonly Requirement[] = [
  {
    id: 'TOK-160',
    source,
    says: 'The record of a service account has scope, exires_in, token_type and access_token in this order; only expires_in may follow, and there is no refresh token.',
    check: async (probe) => {
      const answer = await knownServiceRecord(probe);
      const further = 'expires_in' in answer.body ? ['expires_in'] : [];
      answer.expectFields(answer.body, [...serviceFields, ...further], 'the token record');
    },
  },
  {
    id: 'TOK-161',
    source,
    says: 'The record of a service account has the fixed scope, the type Bearer and a lifetime as an integer greater than 0.',
    check: async (probe) => {
      const answer = await knownServiceRecord(probe);
      const { scope, token_type: type, exires_in: seconds } = answer.body;
      answer.expectEqual([scope, type], [fixedScope, 'Bearer'], 'scope and token_type');
      answer.expect(Number.isInteger(seconds) && Number(seconds) > 0, `exires_in is ${JSON.stringify(seconds)}`);
    },
  },
  {
    id: 'TOK-162',
    source,
    says: 'In the token of a service account, sub and client_id are the client, and there is a member_code.',
    check: async (probe) => {
      const answer = await knownServiceRecord(probe);
      const { clientId } = probe.serviceAccount();
      const { sub, client_id: client, member_code: member } = claimsOf(answer.string('access_token'));
      answer.expectEqual([sub, client], [clientId, clientId], 'sub and client_id of the token');
      answer.expect(typeof member === 'string' && member !== '', 'the token has no member_code');
    },
  },
  {
    id: 'TOK-163',
    source,
    says: 'The data API accepts the token of a service account.',
    check: async (probe) => {
      const answer = await callWith(probe, await newServiceToken(probe), await ownCall(probe));
      answer.expect(![401, 403].includes(answer.status), `HTTP ${answer.status} for a call that it has the right to`);
    },
  },
  {
    id: 'TOK-164',
    source,
    says: 'A service account may authenticate itself by HTTP Basic.',
    check: async (probe) => {
      const { clientId, clientSecret } = probe.serviceAccount();
      (await asService(probe, withoutClient, basic(clientId, clientSecret))).expectStatus(200).string('access_token');
    },
  },
  {
    id: 'TOK-165',
    source,
    says: 'A service account with a wrong secret is refused with invalid_client and HTTP 400.',
    check: async (probe) =>
      (await asService(probe, { client_secret: 'not-this-one' })).expectOauthError(400, 'invalid_client'),
  },
  {
    id: 'TOK-166',
    source,
    says: 'If a client is not bound to a member, client_credentials is refused with unauthorized_client and HTTP 400.',
    check: async (probe) => {
      const account = probe.account();
      if (account.clientId === probe.target.serviceAccount?.clientId) {
        return probe.cannotJudge('the client of the user is the service account');
      }
      const answer = await probe.form(tokenPath(probe), serviceForm(account));
      return answer.expectOauthError(400, 'unauthorized_client');
    },
  },
  {
    id: 'TOK-167',
    source,
    says: 'A service account may send the fixed scope; another scope is refused with invalid_scope and HTTP 400.',
    check: async (probe) => {
      (await asService(probe, { scope: fixedScope })).expectStatus(200);
      (await asService(probe, { scope: 'openid' })).expectOauthError(400, 'invalid_scope');
    },
  },
  {
    id: 'TOK-168',
    source,
    says: 'Introspection says that the token of a service account is active, with the client as sub and client_id, and without a username.',
    check: async (probe) => {
      const { clientId } = probe.serviceAccount();
      const answer = (await aboutToken(probe, 'introspect', await newServiceToken(probe))).expectStatus(200);
      const { active, sub, client_id: client, username } = answer.body;
      answer.expectEqual([active, sub, client], [true, clientId, clientId], 'active, sub and client_id');
      answer.expect(username === undefined, 'it names a user');
    },
  },
  {
    id: 'TOK-169',
    source,
    says: 'A service account can revoke its token: the data API refuses it within 5 seconds, with 401 and E100002.',
    check: async (probe) => {
      const token = await newServiceToken(probe);
      (await aboutToken(probe, 'revoke', token)).expectStatus(200);
      (await refusedAnswer(probe, token, await ownCall(probe))).expectRefusal(401, ['', 'E100002']);
    },
  },
  {
    id: 'TOK-170',
    source,
    says: 'The metadata names client_credentials as a grant of the token endpoint.',
    check: async (probe) => {
      const answer = await metadata(probe);
      const grants = answer.body['grant_types_supported'];
      const isNamed = Array.isArray(grants) && grants.includes('client_credentials');
      answer.expect(isNamed, `grant_types_supported is ${JSON.stringify(grants)}`);
    },
  },
];

function asService(probe: Probe, changes: Changes = {}, headers: Readonly<Record<string, string>> = {}) {
  return probe.form(tokenPath(probe), sentOf({ ...serviceForm(probe.serviceAccount()), ...changes }), headers);
}

function knownServiceRecord(probe: Probe): Promise<Answer> {
  return probe.once('service token record', async () => (await asService(probe)).expectStatus(200));
}

async function newServiceToken(probe: Probe): Promise<string> {
  return (await asService(probe)).expectStatus(200).string('access_token');
}

/** Returns a call that the service account has the right to make. */
async function ownCall(probe: Probe): Promise<CallOfRight> {
  const rights = rightsOf(await probe.tokenOf(probe.serviceAccount()));
  const right = servedRights.find((name) => rights.includes(name));
  return right === undefined
    ? probe.cannotJudge('the service account has no right to any call')
    : callsOfRights[right][0];
}

function aboutToken(probe: Probe, endpoint: 'revoke' | 'introspect', token: string): Promise<Answer> {
  const { clientId, clientSecret } = probe.serviceAccount();
  return about(probe, endpoint, token, { client_id: clientId, client_secret: clientSecret });
}
