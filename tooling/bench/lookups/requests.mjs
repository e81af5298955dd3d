import { catalogId, members, sizes } from '../market/records.mjs';

/**
 * The number of different request bodies of each size. The bodies differ so that no answer can be reused for another
 * body.
 */
const bodies = 50;

/**
 * Returns request bodies for the shortest delivery date (Spec 4.5).
 *
 * @param {number} elements
 */
export function deliveryBodies(elements) {
  return Array.from({ length: bodies }, (_, body) => ({
    member_code_self: members.store,
    member_code_partner: members.wholesaler,
    send_date: `2026-0${1 + (body % 9)}-1${body % 10} 14:30:00`,
    details_list: range(elements).map((element) => ({
      catalog_id: lineOf(body, element),
      hope_delivery_date: '2026-12-24',
    })),
  }));
}

/**
 * Returns request bodies for the FC price (Spec 4.9).
 *
 * @param {number} elements
 */
export function fcPriceBodies(elements) {
  return Array.from({ length: bodies }, (_, body) => ({
    item: range(elements).map((element) => ({
      member_code_store: members.store,
      catalog_id: lineOf(body, element),
      price: `${100 + element}.25`,
      order_send_date: '2026-06-10',
      delivery_date: '2026-06-12',
    })),
  }));
}

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, index) => index);

/**
 * Chooses lines that are spread evenly over all lines of the wholesaler.
 *
 * @param {number} body
 * @param {number} element
 */
const lineOf = (body, element) => catalogId(members.wholesaler, (body * 7_919 + element * 13) % sizes.ofWholesaler);
