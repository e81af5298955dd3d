import { expect, it } from '@jest/globals';
import { type TradeFilters, tradeCriteria } from './trade-criteria.js';

const period = { target_date_set: '5', target_date_from: '2026-11-01', target_date_to: '2026-11-30' };
const kept = (given: Partial<TradeFilters>) =>
  tradeCriteria({ memberCode: '10000001', clientId: 'C1' }, { ...period, ...given }).request;

it.each<Partial<TradeFilters>>([
  { status_set: '1' },
  { status_set: '4' },
  { status_code: ['40', '60'] },
  { status_set: '0', status_code: ['40'] },
  { status_set: '2', status_code: ['40'] },
  { use_ac_svc: '1', perusal_flg: '2', not_downloaded_flg: '1' },
  { comment_exist: '2', mod_flg: '1', resend_flg: '2' },
  { item_code_kind: '1', item_code: 'I1' },
  { trade_id: ['1'], client_member_codes: ['2'], client_group_codes: ['3'], client_codes: ['4'] },
  { delivery_place_id: ['5'], member_codes: ['6'], member_group_codes: ['7'], group_codes: ['8'] },
  { fc_owner_group_codes: ['9'], fc_owner_member_codes: ['10'] },
])('what asks for something is kept as it is: %j', (given) => {
  expect(kept(given)).toEqual({ ...period, ...given });
});

it.each<Partial<TradeFilters>>([
  {},
  { status_set: '0' },
  { status_set: '', status_code: [] },
  { status_set: '0', status_code: [] },
  { use_ac_svc: '0' },
  { item_code_kind: '1' },
])('leaves out what is meant anyway: %j', (given) => {
  expect(kept(given)).toEqual(period);
});

it('says which code of a product is meant, in the order of the request', () => {
  expect(JSON.stringify(kept({ item_code: 'I1', trade_id: ['1'] }))).toBe(
    JSON.stringify({ ...period, item_code_kind: '0', item_code: 'I1', trade_id: ['1'] }),
  );
});
