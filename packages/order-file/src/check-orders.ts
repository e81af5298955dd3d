import { countCharacters, isDate } from '@trading-platform/domain-types';
import type { OrderDefect, ReadOrders } from './order-defect.js';
import { lineFields, type OrderField, type OrderForm } from './order-form.js';

/**
 * Returns all defects of a file: the defects that reading has found, and the defects for which an upload is refused.
 */
export function orderDefects(read: ReadOrders, form: OrderForm): readonly OrderDefect[] {
  if (read.orders.length === 0 && read.defects.length > 0) return read.defects;
  return [...read.defects, ...checkOrders(read.orders, form)];
}

/**
 * Returns the defects for which the platform would refuse the whole upload. Only the platform can find other defects,
 * such as wrong products or lots, and it reports them for each order.
 */
export function checkOrders(orders: readonly unknown[], form: OrderForm): readonly OrderDefect[] {
  const patterns = new Map<string, RegExp>();
  const lines = orders.reduce<number>((sum, order) => sum + linesOf(order, form).length, 0);
  return [
    ...(lines > form.maxLines ? [{ kind: 'many-lines', item: form.orders.name, limit: form.maxLines } as const] : []),
    ...defectsOf(orders, form.orders, form.orders.name, patterns),
    ...repeated(orders, form.orders.name),
  ];
}

/** The lines of an order. The list is empty if the order has none, or is not an order. */
export function linesOf(order: unknown, form: OrderForm): readonly unknown[] {
  const list = form.orders.of?.find(({ of }) => of === lineFields(form))?.name ?? '';
  const lines = isRecord(order) ? order[list] : undefined;
  return Array.isArray(lines) ? lines : [];
}

/** Whether a value is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Patterns = Map<string, RegExp>;

function defectsOf(value: unknown, field: OrderField, item: string, patterns: Patterns): readonly OrderDefect[] {
  if (value === undefined || value === null || value === '') return field.isRequired ? [{ kind: 'missing', item }] : [];
  if (field.of !== undefined) return defectsOfList(value, field, field.of, item, patterns);
  const isText = field.type === 'decimal' || (field.type === 'code' && Number.isSafeInteger(value));
  const text = typeof value === 'number' && isText ? `${value}` : value;
  if (typeof text !== 'string') return [{ kind: 'type', item }];
  const { maxLength = Number.POSITIVE_INFINITY, values, isOpen, kind } = field;
  if (countCharacters(text) > maxLength) return [{ kind: 'length', item, limit: maxLength }];
  if (values !== undefined && !isOpen && !values.some((allowed) => allowed.value === text)) {
    return [{ kind: 'value', item, fitting: values.map((allowed) => allowed.value) }];
  }
  if (kind === 'date' && !isDate(text)) return [{ kind: 'day', item }];
  if (patternOf(field, patterns)?.test(text) !== false) return [];
  return [{ kind: field.type === 'decimal' ? 'number' : 'form', item }];
}

function defectsOfList(
  value: unknown,
  { minElements = 0, maxElements = Number.POSITIVE_INFINITY }: OrderField,
  of: readonly OrderField[],
  item: string,
  patterns: Patterns,
): readonly OrderDefect[] {
  if (!Array.isArray(value)) return [{ kind: 'type', item }];
  if (value.length < minElements) return [{ kind: 'few', item, limit: minElements }];
  if (value.length > maxElements) return [{ kind: 'many', item, limit: maxElements }];
  return value.flatMap((element: unknown, index) => {
    const place = `${item}[${index}]`;
    if (!isRecord(element)) return [{ kind: 'type', item: place } as const];
    return of.flatMap((field) => defectsOf(element[field.name], field, `${place}.${field.name}`, patterns));
  });
}

/** Each pattern is compiled once, because it is applied to tens of thousands of values. */
function patternOf({ pattern }: OrderField, patterns: Patterns): RegExp | undefined {
  if (pattern === undefined) return undefined;
  // oxlint-disable-next-line eslint/no-restricted-globals -- Patterns of meanings are tested to be linear.
  const known = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, 'u');
  patterns.set(pattern, known);
  return known;
}

/** The order number must be unique. If two orders have the same number, the later one is refused. */
function repeated(orders: readonly unknown[], list: string): readonly OrderDefect[] {
  const seen = new Set<string>();
  return orders.flatMap((order, index) => {
    const uploadNo = isRecord(order) ? order['upload_no'] : undefined;
    if (typeof uploadNo !== 'string' || uploadNo === '') return [];
    if (seen.has(uploadNo)) return [{ kind: 'repeated', item: `${list}[${index}].upload_no` } as const];
    seen.add(uploadNo);
    return [];
  });
}
