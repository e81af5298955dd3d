import { type RefusedCall, refusal } from '../../checks/refusals.js';
import { storedFlags } from '../../market/stored-flags.js';
import type { Requirement } from '../../requirement/requirement.js';
import { request as path } from './trade.js';

const period = { target_date_set: '2', target_date_from: '2027-04-01', target_date_to: '2027-04-30' };

function without(field: keyof typeof period): object {
  return Object.fromEntries(Object.entries(period).filter(([name]) => name !== field));
}

/** A trade request with a defect in one field. */
function defect(
  id: string,
  source: string,
  says: string,
  change: object,
  code: string,
  item = Object.keys(change)[0] ?? '',
): RefusedCall {
  return { id, source, says, path, body: { ...period, ...change }, errors: [[item, code]] };
}

const lists = [
  'trade_id',
  'client_member_codes',
  'client_group_codes',
  'client_codes',
  'delivery_place_id',
  'member_codes',
  'member_group_codes',
  'group_codes',
  'fc_owner_group_codes',
  'fc_owner_member_codes',
];

/** The coded fields, each with the first number that is not a valid code. */
const coded: readonly (readonly [id: string, field: string, value: string, values: string])[] = [
  ['TRD-090', 'target_date_set', '8', '0 to 7'],
  ['TRD-091', 'status_set', '6', '0 to 5'],
  ...storedFlags.map((flag) => [flag.refusal, flag.field, '3', '0, 1 or 2'] as const),
  ['TRD-094', 'not_downloaded_flg', '3', '0, 1 or 2'],
  ['TRD-095', 'comment_exist', '3', '0, 1 or 2'],
  ['TRD-096', 'mod_flg', '3', '0, 1 or 2'],
  ['TRD-097', 'resend_flg', '3', '0, 1 or 2'],
  ['TRD-098', 'item_code_kind', '3', '0, 1 or 2'],
];

/** Requirements about the defects of a trade request (Spec 4.8, 8). */
export const refusedRequests: readonly RefusedCall[] = [
  ...(['target_date_set', 'target_date_from', 'target_date_to'] as const).map((field, index) => ({
    ...defect(`TRD-08${index}`, '4.8', `${field} is needed.`, {}, 'E000001', field),
    body: without(field),
  })),
  defect('TRD-083', '4.8', 'target_date_from is a date.', { target_date_from: '2027/04/01' }, 'E000002'),
  defect('TRD-084', '4.8', 'A day that does not exist is refused.', { target_date_to: '2027-04-31' }, 'E000002'),
  defect(
    'TRD-085',
    '7',
    'For a period that starts after its end, the error names the end.',
    { target_date_to: '2027-03-31' },
    'E000005',
  ),
  defect('TRD-086', '8', 'status_code has at most 30 elements.', { status_code: Array(31).fill('40') }, 'E000007'),
  defect(
    'TRD-087',
    '7',
    'An unknown status_code is refused at its place.',
    { status_code: ['40', '11'] },
    'E000004',
    'status_code[1]',
  ),
  defect('TRD-088', '8', 'item_code has at most 20 characters.', { item_code: 'x'.repeat(21) }, 'E000003'),
  ...coded.map(([id, field, value, values]) =>
    defect(id, '4.8', `${field} is ${values}.`, { [field]: value }, 'E000004'),
  ),
  ...lists.map((field, index) =>
    defect(`TRD-10${index}`, '8', `${field} has at most 100 elements.`, { [field]: Array(101).fill('CK') }, 'E000007'),
  ),
];

const allDefects: Requirement = {
  id: 'TRD-110',
  source: '7',
  says: 'All defects of a trade request are reported together, in the order of the fields, one for each field.',
  check: async (probe) => {
    const answer = await probe.call(path, {
      target_date_set: '9',
      target_date_to: 'never',
      perusal_flg: '5',
      trade_id: 'x',
    });
    answer.expectRefusal(
      400,
      ['target_date_set', 'E000004'],
      ['target_date_from', 'E000001'],
      ['target_date_to', 'E000002'],
      ['perusal_flg', 'E000004'],
      ['trade_id', 'E000002'],
    );
  },
};

const limitsAreMet: Requirement = {
  id: 'TRD-111',
  source: '8',
  says: 'Values at their limits are accepted, and codes may be sent as integers.',
  check: async (probe) => {
    const answer = await probe.call(path, {
      ...period,
      target_date_set: 2,
      status_code: Array(30).fill(40),
      item_code: 'x'.repeat(20),
      trade_id: Array(100).fill('CK'),
    });
    answer.expectNormal();
  },
};

export const refusals: readonly Requirement[] = [...refusedRequests.map(refusal), allDefects, limitsAreMet];
