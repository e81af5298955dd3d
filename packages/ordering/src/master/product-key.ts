import type { Product } from './product.js';

/** The key of a product: own member, partner and item. */
export function productKey(memberCode: string, memberCodePartner: string, itemId: string): string {
  return JSON.stringify([memberCode, memberCodePartner, itemId]);
}

export function keyOf({ memberCode, memberCodePartner, itemId }: Product): string {
  return productKey(memberCode, memberCodePartner, itemId);
}
