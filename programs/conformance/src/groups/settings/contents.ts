import { batchFunctions, type PairSetting, stepPath } from '../../contract/batch-functions.js';
import { member, memberOf, unknownMember } from '../../market/members.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { settingsOf, type Wanted, wantedNonCountingDays, wantedPairs } from './settings.js';

const needs = ['market'] as const;
const late = '2027-02-05';

/**
 * Requirements about the rows that a download selects (open-points: settings-downloads), for the three settings about a
 * buyer and a seller.
 */
export function pairRequirements(name: PairSetting): readonly Requirement[] {
  const { title, idOf } = batchFunctions[name];
  const request = stepPath(name, 'request');
  const expectRows = async (probe: Probe, criteria: object, wanted: Wanted) => {
    const { get } = await settingsOf(probe, name, criteria);
    get.expectEqual(get.body['result_list'], wantedPairs(name, wanted), 'result_list');
  };
  return [
    {
      id: idOf(11),
      source: 'open-points: settings-downloads',
      says: `${title}: without a buyer list, the answer has all pairs that the caller may read, and the sellers' general rows under "".`,
      needs,
      check: (probe) => expectRows(probe, {}, {}),
    },
    {
      id: idOf(12),
      source: 'open-points: settings-downloads',
      says: `${title}: a buyer list selects buyers, and the general rows are left out.`,
      needs,
      check: (probe) => expectRows(probe, { member_code_buyer: [memberOf.head] }, { buyers: [memberOf.head] }),
    },
    {
      id: idOf(13),
      source: '4.10',
      says: `${title}: member_code_seller selects sellers.`,
      needs,
      check: (probe) =>
        expectRows(
          probe,
          { member_code_seller: [member.otherSettingSeller] },
          { sellers: [member.otherSettingSeller] },
        ),
    },
    {
      id: idOf(14),
      source: '4.10',
      says: `${title}: update_date selects rows that were updated on that day or later; an element without rows is left out.`,
      needs,
      check: (probe) => expectRows(probe, { update_date: late }, { since: late }),
    },
    {
      id: idOf(15),
      source: 'open-points: settings-downloads',
      says: `${title}: a store reads its own pairs and the general rows of its sellers.`,
      needs,
      check: async (probe) => {
        const criteria = { member_code_seller: [member.settingSeller] };
        const { get } = await download(probe, name, criteria, { as: 'store' });
        const wanted = wantedPairs(name, { buyers: ['', memberOf.store], sellers: [member.settingSeller] });
        get.expectEqual(get.body['result_list'], wanted, 'result_list');
      },
    },
    {
      id: idOf(16),
      source: '4.10',
      says: `${title}: a seller that is unknown, or has nothing to do with the caller, is refused with E000008.`,
      needs,
      check: async (probe) => {
        const sellers = [member.settingSeller, unknownMember, member.strangersSeller];
        const answer = await probe.call(request, { member_code_seller: sellers });
        answer.expectRefusal(400, ['member_code_seller[1]', 'E000008'], ['member_code_seller[2]', 'E000008']);
      },
    },
    {
      id: idOf(17),
      source: '4.10',
      says: `${title}: a buyer that is unknown, or has nothing to do with the caller, is refused with E000008.`,
      needs,
      check: async (probe) => {
        const body = {
          member_code_buyer: [memberOf.head, memberOf.stranger],
          member_code_seller: [member.settingSeller],
        };
        (await probe.call(request, body)).expectRefusal(400, ['member_code_buyer[1]', 'E000008']);
      },
    },
  ];
}

/** The same requirements for lead-time non-counting days. */
export function nonCountingRequirements(): readonly Requirement[] {
  const { name, title, idOf } = batchFunctions.businessholiday;
  return [
    {
      id: idOf(11),
      source: 'open-points: settings-downloads',
      says: `${title}: the days of each seller are in the order in which they were loaded.`,
      needs,
      check: async (probe) => {
        const { get } = await settingsOf(probe, name);
        get.expectEqual(get.body['result_list'], wantedNonCountingDays(), 'result_list');
      },
    },
    {
      id: idOf(13),
      source: '4.10',
      says: `${title}: member_code_seller selects sellers.`,
      needs,
      check: async (probe) => {
        const { get } = await settingsOf(probe, name, { member_code_seller: [member.otherSettingSeller] });
        const wanted = wantedNonCountingDays({ sellers: [member.otherSettingSeller] });
        get.expectEqual(get.body['result_list'], wanted, 'result_list');
      },
    },
    {
      id: idOf(14),
      source: '4.10',
      says: `${title}: update_date selects days that were updated on that day or later; a seller without days is left out.`,
      needs,
      check: async (probe) => {
        const { get } = await settingsOf(probe, name, { update_date: late });
        get.expectEqual(get.body['result_list'], wantedNonCountingDays({ since: late }), 'result_list');
      },
    },
    {
      id: idOf(16),
      source: 'open-points: settings-downloads',
      says: `${title}: a seller that the caller may not read has no rows, and the request is not refused with E000008.`,
      needs,
      check: async (probe) => {
        const sellers = [unknownMember, member.strangersSeller, member.otherSettingSeller];
        const { get } = await settingsOf(probe, name, { member_code_seller: sellers });
        const wanted = wantedNonCountingDays({ sellers: [member.otherSettingSeller] });
        get.expectEqual(get.body['result_list'], wanted, 'result_list');
      },
    },
    {
      id: idOf(17),
      source: '4.10',
      says: `${title}: the request has no field for buyers; if it is sent, it is ignored and named in X-Ignored-Fields.`,
      check: async (probe) => {
        const body = { member_code_seller: [unknownMember], member_code_buyer: [unknownMember] };
        const answer = await probe.call(stepPath(name, 'request'), body);
        answer.expectNormal().expectHeader('X-Ignored-Fields', /\bmember_code_buyer\b/);
      },
    },
  ];
}
