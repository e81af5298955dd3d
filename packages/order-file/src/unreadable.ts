import type { OrderDefect, ReadOrders } from './order-defect.js';

/** The orders of a file that cannot be read because of these defects. */
export function unreadable(defects: readonly OrderDefect[]): ReadOrders {
  return { orders: [], places: [], defects, readings: [], numberFields: [], isCheckOnly: false };
}
