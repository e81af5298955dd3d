import { memberOf } from '../../market/members.js';

export const path = '/fc/price';

/** A question that is sound, and what may be changed in it. */
export function question(change: object = {}): object {
  return {
    member_code_store: memberOf.store,
    catalog_id: 'CK-FC1',
    price: '1000',
    order_send_date: '2027-01-15',
    delivery_date: '2027-01-16',
    ...change,
  };
}
