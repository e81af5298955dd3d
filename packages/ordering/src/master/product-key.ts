import type { Product } from './product.js';

/** What makes a product one: own member, partner and item. */
export function productKey(memberCode: string, memberCodePartner: string, itemId: string): string {
  return JSON.stringify([memberCode, memberCodePartner, itemId]);
}

export function keyOf({ memberCode, memberCodePartner, itemId }: Product): string {
  return productKey(memberCode, memberCodePartner, itemId);
}
