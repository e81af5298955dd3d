/**
 * Returns the address of the page of a partner. `self` is the member that trades with the partner. It is left out for
 * the user's own member.
 */
export function partnerPath(memberCode: string, self = ''): string {
  return `/partners/${encodeURIComponent(memberCode)}${queryOf(self)}`;
}

/** Returns the address of the page of a product. `product` is a `catalog_id` or an `item_id`. */
export function productPath(seller: string, product: string, self = ''): string {
  return `/products/${encodeURIComponent(seller)}/${encodeURIComponent(product)}${queryOf(self)}`;
}

function queryOf(self: string): string {
  return self === '' ? '' : `?${new URLSearchParams({ self })}`;
}
