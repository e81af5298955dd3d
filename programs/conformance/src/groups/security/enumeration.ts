import { randomUUID } from 'node:crypto';
import { member, unknownMember } from '../../market/members.js';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';

const credentials = '/api/credentials/access_token';
const source = 'open-points: visibility';
const guessing = 'open-points: passwords-secrets-and-guessing';
const attemptsAtMost = 14;

/** Requirements that answers must not reveal which members or users exist. */
export const enumerationRequirements: readonly Requirement[] = [
  {
    id: 'SEC-050',
    source,
    says: 'A request for a member that the caller may not see gets the same answer as for an unknown member: E000008.',
    needs: ['market'],
    check: (probe) =>
      sameRefusal(
        (code) => probe.call('/master/download/buy/request', { member_code_list: [code] }),
        'member_code_list[0]',
      ),
  },
  {
    id: 'SEC-051',
    source,
    says: 'A request for a partner without a relation gets the same answer as for an unknown partner: E000008.',
    needs: ['market'],
    check: (probe) =>
      sameRefusal(
        (code) =>
          probe.call('/delivery/shortest', {
            member_code_self: member.head,
            member_code_partner: code,
            details_list: [{ catalog_id: '1' }],
          }),
        'member_code_partner',
      ),
  },
  {
    id: 'SEC-052',
    source,
    says: 'A request for slips of a member that the caller may not see is refused with E000008.',
    needs: ['market'],
    check: (probe) =>
      sameRefusal(
        (code) =>
          probe.call('/trade/download/request', {
            target_date_set: '2',
            target_date_from: '2026-01-01',
            target_date_to: '2026-12-31',
            member_codes: [code],
          }),
        'member_codes[0]',
      ),
  },
  {
    id: 'SEC-053',
    source,
    says: 'A request for lists of a member that the caller may not see is refused with E000008.',
    needs: ['market'],
    check: (probe) =>
      sameRefusal((code) => probe.call('/partner/list', { member_code_self: code }), 'member_code_self'),
  },
  {
    id: 'SEC-054',
    source,
    says: 'A store does not see its head office; the request is refused with E000008.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(
        '/master/download/buy/request',
        { member_code_list: [member.head] },
        { as: 'store' },
      );
      answer.expectRefusal(400, ['member_code_list[0]', 'E000008']);
    },
  },
  {
    id: 'SEC-055',
    source: 'open-points: batch-id-and-ownership',
    says: 'A request for a batch of another member gets the same answer as for an unknown batch.',
    needs: ['other member'],
    check: async (probe) => {
      const own = (await probe.call('/master/download/buy/request', {})).expectStatus(200).string('batch_id');
      const ask = (id: string) => probe.call('/master/download/buy/check', { batch_id: id }, { as: 'stranger' });
      const [foreign, unknown] = [await ask(own), await ask('999999999999999999')];
      foreign.expectEqual([foreign.status, errorsOf(foreign)], [unknown.status, errorsOf(unknown)], 'the answer');
    },
  },
  {
    id: 'SEC-060',
    source: guessing,
    says: 'Wrong passwords are counted, also for unknown users: after 10, the answer is HTTP 429 with Retry-After.',
    level: 'should',
    check: async (probe) => {
      const answer = await guess(probe);
      answer.expectStatus(429).expectHeader('retry-after', /^\d+$/);
    },
  },
  {
    id: 'SEC-061',
    source: 'open-points: errors-of-the-token-endpoints',
    says: 'The body of HTTP 429 says temporarily_unavailable.',
    level: 'should',
    check: async (probe) => (await guess(probe)).expectOauthError(429, 'temporarily_unavailable'),
  },
];

async function sameRefusal(ask: (code: string) => Promise<Answer>, item: string): Promise<void> {
  const hidden = (await ask(member.strangersSeller)).expectRefusal(400, [item, 'E000008']);
  const unknown = await ask(unknownMember);
  const [a, b] = [hidden, unknown].map((answer) => JSON.stringify([answer.status, errorsOf(answer)]));
  if (a !== b) hidden.fail(`the answer for a hidden member differs from that for an unknown one: ${a}, ${b}`);
}

function errorsOf(answer: Answer): unknown {
  return answer.body['error_list'];
}

/**
 * Guesses passwords of an unknown user until the answer is HTTP 429, or until the maximum number of guesses is reached.
 */
function guess(probe: Probe): Promise<Answer> {
  return probe.once('guessing', async () => {
    const { clientId, clientSecret } = probe.account();
    const form = {
      user_id: `nobody-${randomUUID()}`,
      user_password: 'a guess',
      client_id: clientId,
      client_secret: clientSecret,
    };
    let answer = await probe.form(credentials, form);
    for (let attempt = 1; attempt < attemptsAtMost && answer.status === 400; attempt += 1)
      answer = await probe.form(credentials, form);
    return answer;
  });
}
