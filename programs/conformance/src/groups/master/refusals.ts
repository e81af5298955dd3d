import { type RefusedCall, refusal } from '../../checks/refusals.js';
import type { Requirement } from '../../requirement/requirement.js';
import { request as path } from './master.js';

/** A master request with a defect in one field. */
function defect(
  id: string,
  source: string,
  says: string,
  body: object,
  code: string,
  item = Object.keys(body).at(-1) ?? '',
): RefusedCall {
  return { id, source, says, path, body, errors: [[item, code]] };
}

/** Requirements about the defects of a master request (Spec 4.7, 8). */
export const refusedRequests: readonly RefusedCall[] = [
  defect('MAS-071', '8', 'food_cat_large_code has at most 2 characters.', { food_cat_large_code: '012' }, 'E000003'),
  defect(
    'MAS-072',
    '8',
    'food_cat_middle_code has at most 4 characters.',
    { food_cat_middle_code: '01012' },
    'E000003',
  ),
  defect(
    'MAS-073',
    '8',
    'food_cat_small_code has at most 6 characters.',
    { food_cat_small_code: '0101012' },
    'E000003',
  ),
  defect('MAS-074', '4.7', 'exist_mc is 0 or 1.', { exist_mc: '2' }, 'E000004'),
  defect('MAS-075', '4.7', 'prod_kind is 0, 1 or 2.', { prod_kind: '3' }, 'E000004'),
  defect('MAS-076', '4.7', 'sell_stop is 0, 1 or 2.', { sell_stop: '3' }, 'E000004'),
  defect('MAS-077', '4.7', 'without_hidden is 0 or 1.', { without_hidden: '2' }, 'E000004'),
  defect('MAS-078', '4.7', 'share_item is 0, 1 or 2.', { share_item: '3' }, 'E000004'),
  defect('MAS-079', '4.7', 'buy_upd_date_from is a date-time.', { buy_upd_date_from: '2027-01-01' }, 'E000002'),
  defect(
    'MAS-080',
    '4.7',
    'A date-time with a day that does not exist is refused.',
    { buy_upd_date_to: '2027-02-29 00:00:00' },
    'E000002',
  ),
  defect('MAS-081', '4.7', 'mc_upd_date_from is a date-time.', { mc_upd_date_from: '2027-01-01T00:00:00' }, 'E000002'),
  defect(
    'MAS-082',
    '4.7',
    'A date-time with a time that does not exist is refused.',
    { mc_upd_date_to: '2027-01-01 24:00:00' },
    'E000002',
  ),
  defect(
    'MAS-083',
    '7',
    'For a range of buy_upd_date that starts after its end, the error names the end.',
    { buy_upd_date_from: '2027-01-02 00:00:00', buy_upd_date_to: '2027-01-01 00:00:00' },
    'E000005',
  ),
  defect(
    'MAS-084',
    '7',
    'For a range of mc_upd_date that starts after its end, the error names the end.',
    { mc_upd_date_from: '2027-01-02 00:00:00', mc_upd_date_to: '2027-01-01 00:00:00' },
    'E000005',
  ),
  defect(
    'MAS-085',
    '8',
    'fc_owner_code_list has at most 100 elements.',
    { fc_owner_code_list: Array(101).fill('CK') },
    'E000007',
  ),
  defect('MAS-086', '4', 'A list of codes is a list.', { client_code_list: 'CK-A' }, 'E000002'),
  defect(
    'MAS-087',
    '4',
    'An element of a list of codes has exactly one string.',
    { client_code_list: ['CK-A', { one: 'CK-A', other: 'CK-B' }] },
    'E000002',
    'client_code_list[1]',
  ),
  defect(
    'MAS-088',
    '8',
    'An element of a list of codes has at most 200 characters.',
    { group_code_list: ['x'.repeat(201)] },
    'E000003',
    'group_code_list[0]',
  ),
  defect(
    'MAS-090',
    '8',
    'A list of codes without a limit of its own has at most 10,000 elements.',
    { member_group_code_list: Array(10_001).fill('CK') },
    'E000007',
  ),
];

const limitsAreMet: Requirement = {
  id: 'MAS-089',
  source: '8',
  says: 'Values at their limits are accepted.',
  check: async (probe) => {
    const answer = await probe.call(path, {
      food_cat_large_code: '01',
      food_cat_middle_code: '0101',
      food_cat_small_code: '010101',
      fc_owner_code_list: Array(100).fill('CK'),
      group_code_list: ['x'.repeat(200)],
    });
    answer.expectNormal();
  },
};

export const refusals: readonly Requirement[] = [...refusedRequests.map(refusal), limitsAreMet];
