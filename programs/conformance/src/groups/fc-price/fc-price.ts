import { fcPriceErrorFields, fcPriceFields } from '../../contract/lookup-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { memberOf } from '../../market/members.js';

export const path = '/fc/price';

/** The shapes of the objects in an answer. */
export const shapes = {
  answer: answerShape('FCP-001', 'item'),
  item: { title: 'An item', place: 'item', fields: fcPriceFields, names: 'FCP-002' },
  error: { title: 'An error of an item', place: 'item.detail_err_list', fields: fcPriceErrorFields, names: 'FCP-006' },
} as const satisfies Record<string, ObjectShape>;

/** Returns a valid FC price request, with the given changes. */
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
