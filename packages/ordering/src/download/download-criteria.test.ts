import { expect, it } from '@jest/globals';
import { downloads } from '@trading-platform/domain-types';
import type { MasterFilters } from '../master/master-criteria.js';
import { downloadCriteria } from './download-criteria.js';

const caller = { memberCode: '10000001', clientId: 'C1' };
const kept = (request: MasterFilters) => downloadCriteria(downloads.master, caller, request).request;

it.each<MasterFilters>([
  {},
  { exist_mc: '1', prod_kind: '2', sell_stop: '1', without_hidden: '1', share_item: '2' },
  { food_cat_large_code: '01', food_cat_middle_code: '02', food_cat_small_code: '03' },
  { buy_upd_date_from: '2026-01-01', buy_upd_date_to: '2026-01-02' },
  { member_code_list: ['1', '2'], client_code_list: ['6'] },
])('what asks for something is kept as it is: %j', (request) => {
  expect(kept(request)).toEqual(request);
});

it('leaves out what asks for nothing, and elements that are there already', () => {
  const empty = { exist_mc: '0', prod_kind: '', food_cat_large_code: '', member_code_list: [], group_code_list: [''] };
  expect(kept({ ...empty, client_code_list: ['1', '1', ''] })).toEqual({ client_code_list: ['1'] });
});

it('keeps who asks, and no format of the answer', () => {
  const request = { response_type: 'json', member_code_seller: ['1'] };
  expect(downloadCriteria(downloads.orderblock, caller, request)).toEqual({
    download: 'orderblock',
    ...caller,
    request: { member_code_seller: ['1'] },
  });
});
