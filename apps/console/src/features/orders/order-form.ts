import { ownLimits, uploadRequest } from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import type { OrderForm } from '../../../wire/index.js';
import { fieldDescription } from '../../platform/field-descriptions.js';

/** The fields of an order upload, taken from the shared descriptions of requests. */
export const orderForm: OrderForm = {
  orders: fieldDescription(ordersOf(describedRecord(uploadRequest).fields), true),
  maxLines: ownLimits.uploadLines,
};

function ordersOf(fields: readonly DescribedField[]): DescribedField {
  const orders = fields.find(({ name }) => name === 'order_list');
  if (orders === undefined) throw new Error('An upload has no order_list');
  return orders;
}
