/** A buyer with a few products of one seller. */
export const market = { buyer: '10000001', seller: '30000003', products: 20 };

/** @returns {Map<string, readonly object[]>} what is loaded, by kind */
export function marketFiles() {
  const members = [
    { member_code: market.buyer, member_name: 'Buyer' },
    { member_code: market.seller, member_name: 'Seller' },
  ];
  const master = Array.from({ length: market.products }, (_, index) => ({
    member_code: market.buyer,
    member_code_partner: market.seller,
    buy: [{ item_id: `item-${index}`, item_name: `Product ${index}` }],
    catalog: [{ catalog_id: `catalog-${index}`, item_id: `item-${index}` }],
  }));
  return new Map(
    /** @type {[string, readonly object[]][]} */ ([
      ['members', members],
      ['master', master],
    ]),
  );
}
