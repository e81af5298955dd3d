import { isRecord, linesOf } from './check-orders.js';
import type { OrderDefect } from './order-defect.js';
import type { OrderForm } from './order-form.js';

/** The products that a member can order, by both of their codes. */
export interface KnownProducts {
  readonly memberCode: string;
  readonly catalogIds: ReadonlySet<string>;
  readonly privateItemCodes: ReadonlySet<string>;
}

/**
 * Returns the lines whose product is not in the order master of the member. The platform refuses such orders one by one,
 * not the whole upload. Orders of other members are left out.
 */
export function missingProducts(
  orders: readonly unknown[],
  form: OrderForm,
  { memberCode, catalogIds, privateItemCodes }: KnownProducts,
): readonly OrderDefect[] {
  const list = form.orders.name;
  return orders.flatMap((order, index) => {
    if (!isRecord(order) || order['member_code_self'] !== memberCode) return [];
    return linesOf(order, form).flatMap((line, detail): readonly OrderDefect[] => {
      const { catalog_id: id = '', private_item_code: code = '' } = isRecord(line) ? line : {};
      const item = `${list}[${index}].detail_list[${detail}]`;
      if (typeof id === 'string' && id !== '') {
        return catalogIds.has(id) ? [] : [{ kind: 'unknown-product', item: `${item}.catalog_id` }];
      }
      if (typeof code !== 'string' || code === '' || privateItemCodes.has(code)) return [];
      return [{ kind: 'unknown-product', item: `${item}.private_item_code` }];
    });
  });
}
