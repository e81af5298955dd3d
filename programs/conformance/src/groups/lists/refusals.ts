import type { RefusedCall } from '../../checks/refusals.js';
import { type ListCall, orderList, orderMasterList, partnerList } from './lists.js';

function defect(
  call: ListCall,
  no: number,
  says: string,
  body: object,
  code: string,
  item = Object.keys(body).at(-1) ?? '',
): RefusedCall {
  return {
    id: call.idOf(no),
    source: '4.11',
    says: `${call.title}: ${says}`,
    path: call.path,
    body,
    errors: [[item, code]],
  };
}

/** Requirements about the defects that any list request can have (Spec 4.11). */
export function commonRefusals(call: ListCall): readonly RefusedCall[] {
  return [
    defect(call, 31, 'a limit of 0 is refused.', { limit: '0' }, 'E000004'),
    defect(call, 32, 'a limit over 1,000 is refused.', { limit: 1_001 }, 'E000004'),
    defect(call, 33, 'a limit that is not a number is refused.', { limit: 'all' }, 'E000002'),
    defect(
      call,
      34,
      'a cursor that does not come from an answer is refused.',
      { cursor: 'bm90LWEtY3Vyc29y' },
      'E000002',
    ),
    defect(
      call,
      41,
      'a cursor that is too long is refused because of its length.',
      { cursor: '*'.repeat(4_001) },
      'E000003',
    ),
    defect(call, 35, 'member_code_self has at most 8 characters.', { member_code_self: '9CK000011' }, 'E000003'),
  ];
}

/** Requirements about the defects in the filters of single list calls. */
export const ownRefusals: readonly RefusedCall[] = [
  defect(partnerList, 36, 'client_member_code_list is a list.', { client_member_code_list: '9CK00011' }, 'E000002'),
  defect(
    orderMasterList,
    36,
    'food_cat_large_code has at most 2 characters.',
    { food_cat_large_code: '012' },
    'E000003',
  ),
  defect(orderMasterList, 37, 'sell_stop is 0, 1 or 2.', { sell_stop: '3' }, 'E000004'),
  defect(orderMasterList, 38, 'mc_upd_date_from is a date-time.', { mc_upd_date_from: '2027-01-01' }, 'E000002'),
  defect(
    orderMasterList,
    39,
    'for a range that starts after its end, the error names the end.',
    { mc_upd_date_from: '2027-01-02 00:00:00', mc_upd_date_to: '2027-01-01 00:00:00' },
    'E000005',
  ),
  defect(
    orderList,
    36,
    'an unknown status_code is refused at its place.',
    { status_code: ['40', '11'] },
    'E000004',
    'status_code[1]',
  ),
];
