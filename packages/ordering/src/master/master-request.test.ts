import { expect, it } from '@jest/globals';
import { type MasterFilters, masterCriteria } from './master-criteria.js';
import { masterRequestOf } from './master-request.js';

const shortened = (request: MasterFilters) => masterRequestOf(masterCriteria('10000001', request));

it.each<MasterFilters>([
  {},
  { exist_mc: '1' },
  { prod_kind: '1' },
  { prod_kind: '2' },
  { sell_stop: '1' },
  { sell_stop: '2' },
  { without_hidden: '1' },
  { share_item: '1' },
  { share_item: '2' },
  { food_cat_large_code: '01', food_cat_middle_code: '02', food_cat_small_code: '03' },
  { buy_upd_date_from: '2026-01-01', buy_upd_date_to: '2026-01-02' },
  { mc_upd_date_from: '2026-01-03', mc_upd_date_to: '2026-01-04' },
  { member_code_list: ['1'], member_group_code_list: ['2'], group_code_list: ['3'] },
  { client_member_code_list: ['4'], client_group_code_list: ['5'], client_code_list: ['6'] },
  { fc_owner_member_code_list: ['7'], fc_owner_code_list: ['8'] },
])('what a request selects is told as the same request: %j', (request) => {
  expect(shortened(request)).toEqual(request);
});

it('leaves out what does not filter', () => {
  expect(shortened({ exist_mc: '0', prod_kind: '', food_cat_large_code: '', member_code_list: [] })).toEqual({});
});
