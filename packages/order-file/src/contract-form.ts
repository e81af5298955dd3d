import { dateFormat, ownLimits, uploadRequest } from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import type { OrderField, OrderForm } from './order-form.js';

/** The fields of an order upload, taken from the contract (Spec 4.11). */
export const orderForm: OrderForm = { orders: orderField(ordersOfUpload()), maxLines: ownLimits.uploadLines };

function ordersOfUpload(): DescribedField {
  const orders = describedRecord(uploadRequest).fields.find(({ name }) => name === 'order_list');
  if (orders === undefined) throw new Error('An upload has no order_list');
  return orders;
}

function orderField(field: DescribedField): OrderField {
  const { name, label, ja, type, isOptional, isOpen, format, pattern, maxLength, minElements, maxElements } = field;
  const optional = {
    kind: format?.includes(dateFormat) === true ? 'date' : undefined,
    pattern,
    maxLength,
    minElements,
    maxElements,
    values: field.values?.map((each) => ({ value: String(each.value), label: { en: each.meaning, ja: each.ja } })),
    of: field.of?.fields.map(orderField),
  };
  return {
    name,
    label: { en: label, ja },
    type,
    isRequired: !isOptional,
    isOpen,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
  };
}
