import { ownMember } from './running-api.js';

const pair = { member_code_self: ownMember, member_code_partner: '30000003' };
const period = { target_date_set: '1', target_date_from: '2026-01-01', target_date_to: '2026-01-02' };
/** A product in a request for FC prices. */
export const price = {
  member_code_store: ownMember,
  catalog_id: 'x',
  price: '1',
  order_send_date: '2026-01-01',
  delivery_date: '2026-01-01',
};

/** Accepted bodies for the calls that need a body of their own. */
export const soundBodies: Readonly<Record<string, object>> = {
  '/master/download/buy/request': { member_code_list: [ownMember] },
  '/trade/download/request': { ...period, member_codes: [ownMember] },
  '/setting/nottrade/download/request': { member_code_seller: [ownMember] },
  '/setting/orderclosing/download/request': { member_code_seller: [ownMember] },
  '/setting/orderblock/download/request': { member_code_seller: [ownMember] },
  '/setting/businessholiday/download/request': { member_code_seller: [ownMember] },
  '/delivery/shortest': { ...pair, details_list: [{ catalog_id: 'x' }] },
  '/delivery/shortest/explain': { ...pair, details_list: [{ catalog_id: 'x' }] },
  '/fc/price': { item: [price] },
};
