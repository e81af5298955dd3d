import { isObject } from '../../probe/answer.js';
import { fixedRealm, fixedScope } from '../../probe/sign-in.js';
import { credentialsForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';
import { byCredentials, credentialsPath, furtherTokenFields, knownRecord, tokenFields } from './token-calls.js';

/** Requirements about the token record (2.1) and the credentials flow (4.3). */
export const credentialsRequirements: readonly Requirement[] = [
  {
    id: 'TOK-001',
    source: '4.3',
    says: 'The credentials flow answers HTTP 200 with JSON.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      answer.expectHeader('content-type', /^application\/json/i).expect(isObject(answer.json), 'the body is no object');
    },
  },
  {
    id: 'TOK-002',
    source: '2.1',
    says: 'A token record has scope, exires_in, token_type, access_token and refresh_token in this order; only expires_in and id_token may follow.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      const further = furtherTokenFields.filter((name) => name in answer.body);
      answer.expectFields(answer.body, [...tokenFields, ...further], 'the token record');
    },
  },
  {
    id: 'TOK-003',
    source: '5',
    says: 'The scope of a token record is the fixed one.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      answer.expectEqual(answer.body['scope'], fixedScope, 'scope');
    },
  },
  {
    id: 'TOK-004',
    source: '2.1',
    says: 'exires_in is an integer greater than 0.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      const seconds = answer.body['exires_in'];
      answer.expect(Number.isInteger(seconds) && Number(seconds) > 0, `exires_in is ${JSON.stringify(seconds)}`);
    },
  },
  {
    id: 'TOK-005',
    source: '2.1',
    says: 'token_type is Bearer.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      answer.expectEqual(answer.body['token_type'], 'Bearer', 'token_type');
    },
  },
  {
    id: 'TOK-006',
    source: '2.1',
    says: 'access_token and refresh_token are two different texts.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      const [access, refresh] = [answer.string('access_token'), answer.string('refresh_token')];
      answer.expect(access !== '' && refresh !== '' && access !== refresh, 'they are empty or the same');
    },
  },
  {
    id: 'TOK-007',
    source: 'open-points: the-standard-name-of-the-expiry',
    says: 'If there is an expires_in, it has the value of exires_in.',
    check: async (probe) => {
      const answer = await knownRecord(probe);
      const { expires_in: standard, exires_in: seconds } = answer.body;
      answer.expect(
        standard === undefined || standard === seconds,
        `expires_in is ${JSON.stringify(standard)}, exires_in ${JSON.stringify(seconds)}`,
      );
    },
  },
  {
    id: 'TOK-008',
    source: '4.3',
    says: 'The realm may be sent as /api.',
    check: async (probe) => (await byCredentials(probe, { realm: fixedRealm })).expectStatus(200),
  },
  {
    id: 'TOK-009',
    source: '4.3',
    says: 'With response_type json, the answer is the same as without response_type.',
    check: async (probe) => {
      const answer = (await byCredentials(probe, { response_type: 'json' })).expectStatus(200);
      answer.expectHeader('content-type', /^application\/json/i).string('access_token');
    },
  },
  {
    id: 'TOK-010',
    source: 'open-points: xml',
    says: 'With response_type xml, the answer has the type application/xml; charset=UTF-8.',
    check: async (probe) => {
      const answer = (await byCredentials(probe, { response_type: 'xml' })).expectStatus(200);
      answer.expectHeader('content-type', /^application\/xml;\s*charset=utf-8$/i);
    },
  },
  {
    id: 'TOK-011',
    source: 'open-points: xml',
    says: 'The XML has the root token with one child for each field of the token record, in its order.',
    check: async (probe) => {
      const answer = (await byCredentials(probe, { response_type: 'xml' })).expectStatus(200);
      const { root, children } = elementsOf(answer.text);
      answer.expectEqual(root, 'token', 'the root element');
      answer.expectEqual(children.slice(0, tokenFields.length), tokenFields, 'the first children of the root');
    },
  },
  {
    id: 'TOK-012',
    source: 'open-points: errors-of-the-token-endpoints',
    says: 'If the request asks for XML, a refusal is XML too, with the root error_response.',
    check: async (probe) => {
      const answer = (await byCredentials(probe, { response_type: 'xml', client_id: 'nobody' })).expectStatus(400);
      answer.expectHeader('content-type', /^application\/xml/i);
      const { root, children } = elementsOf(answer.text);
      answer.expectEqual([root, children], ['error_response', ['error', 'error_description']], 'the elements');
    },
  },
  {
    id: 'TOK-013',
    source: '4.3',
    says: 'The fields of the form may come in any order.',
    check: async (probe) => {
      const fields = Object.entries(credentialsForm(probe.account())).toReversed();
      (await probe.form(credentialsPath, Object.fromEntries(fields))).expectStatus(200);
    },
  },
  {
    id: 'TOK-014',
    source: '1',
    says: 'The data API accepts the access token.',
    check: async (probe) => {
      const answer = await probe.call('/deliveryplace/list', { limit: '1' });
      answer.expectStatus(200);
    },
  },
];

/** Returns the elements of a small XML document that has no attributes. */
function elementsOf(xml: string): { readonly root: string; readonly children: readonly string[] } {
  const [root = '', ...children] = [...xml.matchAll(/<([a-z_]+)>/g)].map(([, name = '']) => name);
  return { root, children };
}
