import { textOf } from '../../checks/records.js';
import { type RefusedCall, refusal, times } from '../../checks/refusals.js';
import { memberOf, unknownMember } from '../../market/members.js';
import type { WantedError } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { path } from './delivery.js';

/** The buyer and the seller in a request with a defect in another field. The kit's own market has both members. */
const pair = { member_code_self: memberOf.head, member_code_partner: memberOf.seller };
const sound = { ...pair, send_date: '2027-03-02 10:00:00', details_list: [{ catalog_id: 'CK-P1' }] };
const needs = ['market'] as const;

function defect(id: string, source: string, says: string, change: object, error: WantedError): RefusedCall {
  return { id, source, says, path, body: { ...sound, ...change }, errors: [error], needs };
}

/** Requirements about the defects of a request for delivery dates (Spec 4.5, 8). */
export const refusedRequests: readonly RefusedCall[] = [
  defect('DLV-021', '4.5', 'member_code_self is needed.', { member_code_self: '' }, ['member_code_self', 'E000001']),
  defect('DLV-022', '4.5', 'member_code_partner is needed.', { member_code_partner: null }, [
    'member_code_partner',
    'E000001',
  ]),
  defect('DLV-023', '8', 'member_code_self has at most 8 characters.', { member_code_self: '9CK000011' }, [
    'member_code_self',
    'E000003',
  ]),
  defect('DLV-024', '8', 'member_code_partner has at most 8 characters.', { member_code_partner: '9CK000111' }, [
    'member_code_partner',
    'E000003',
  ]),
  defect('DLV-025', '4.5', 'send_date is a date-time.', { send_date: '2027-03-02' }, ['send_date', 'E000002']),
  defect('DLV-026', '8', 'send_date has at most 19 characters.', { send_date: '2027-03-02 10:00:000' }, [
    'send_date',
    'E000003',
  ]),
  defect('DLV-027', '4.5', 'details_list is required; [] and [{}] count as not sent.', { details_list: [{}] }, [
    'details_list',
    'E000001',
  ]),
  defect(
    'DLV-028',
    '4.5',
    'Each product must have a catalog_id.',
    { details_list: [{ catalog_id: 'CK-P1' }, { hope_delivery_date: '2027-03-09' }] },
    ['details_list[1].catalog_id', 'E000001'],
  ),
  defect(
    'DLV-029',
    '4.5',
    'hope_delivery_date is a date.',
    { details_list: [{ catalog_id: 'CK-P1', hope_delivery_date: 'soon' }] },
    ['details_list[0].hope_delivery_date', 'E000002'],
  ),
  defect(
    'DLV-030',
    '8',
    'details_list has at most 1,000 products.',
    { details_list: times(1_001, { catalog_id: 'CK-P1' }) },
    ['details_list', 'E000007'],
  ),
  defect('DLV-031', '4.5', 'A catalog_id is a string.', { details_list: [{ catalog_id: 5 }] }, [
    'details_list[0].catalog_id',
    'E000002',
  ]),
  defect(
    'DLV-032',
    'open-points: buyer-or-seller-side',
    'A member_code_self that the caller does not see is refused.',
    { member_code_self: memberOf.stranger, member_code_partner: memberOf.seller },
    ['member_code_self', 'E000008'],
  ),
  defect(
    'DLV-033',
    'open-points: buyer-or-seller-side',
    'A partner without a relation to member_code_self is refused.',
    { member_code_partner: memberOf.stranger },
    ['member_code_partner', 'E000008'],
  ),
  defect(
    'DLV-037',
    '8',
    'A value without a limit of its own has at most 200 characters.',
    { details_list: [{ catalog_id: 'x'.repeat(201) }] },
    ['details_list[0].catalog_id', 'E000003'],
  ),
];

const lists: readonly Requirement[] = [
  {
    id: 'DLV-034',
    source: 'open-points: buyer-or-seller-side',
    says: 'A partner that does not exist is refused with E000008.',
    needs: ['records'],
    check: async (probe) => {
      const self = await ownCode(probe);
      const body = { member_code_self: self, member_code_partner: unknownMember, details_list: [{ catalog_id: 'x' }] };
      (await probe.call(path, body)).expectRefusal(400, ['member_code_partner', 'E000008']);
    },
  },
  {
    id: 'DLV-035',
    source: '8',
    says: 'A request may have 1,000 products, each with its own answer.',
    needs,
    check: async (probe) => {
      const answer = await probe.call(path, { ...sound, details_list: times(1_000, { catalog_id: 'CK-P1' }) });
      answer.expectNormal().expectEqual(answer.list('details_list').length, 1_000, 'the number of products');
    },
  },
  {
    id: 'DLV-036',
    source: '4',
    says: 'details_list skips no elements: an empty element among others is a defect at its place.',
    needs,
    check: async (probe) => {
      const answer = await probe.call(path, { ...sound, details_list: [{ catalog_id: 'CK-P1' }, {}] });
      answer.expectRefusal(400, ['details_list[1].catalog_id', 'E000001']);
    },
  },
];

async function ownCode(probe: Probe): Promise<string> {
  const { records } = await download(probe, 'master');
  return textOf(records[0] ?? {}, 'member_code') || probe.cannotJudge('no product contains the own member code');
}

export const refusals: readonly Requirement[] = [...refusedRequests.map(refusal), ...lists];
