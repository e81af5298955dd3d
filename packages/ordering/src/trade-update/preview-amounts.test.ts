import { describe, expect, it } from '@jest/globals';
import { aMember, anOrderLine, aPair, aProduct } from '../../test/order-builders.js';
import { after, aSlip, type GivenUpdate, line, type UsableSlip } from '../../test/update-builders.js';
import { previewAmounts } from './preview-amounts.js';

/** Rounds up, and taxes each line. */
const seller = aMember('20000002', { taxCalcMethod: '1', belowDecPoint: '1' });
const pair = aPair({
  seller,
  products: [aProduct('c1', { catalog: { prod_lot_price: '105', tax_rate_code: '1' } }), aProduct('c2')],
});
const order = {
  detail_list: [
    anOrderLine({ catalog_id: 'c1', prod_lot_qty: '3' }),
    anOrderLine({ catalog_id: 'c2', prod_lot_qty: '2' }),
  ],
};
const ordered = () => aSlip(order, pair);

function received(): UsableSlip {
  const shipped = after(ordered(), { side: 'seller', pair, update: { action: 'ship', trade_shipping: '505' } });
  return after(shipped, { side: 'buyer', at: '2026-11-20 09:00:00', update: { action: 'receive' } });
}

const quantities = (...texts: readonly string[]) =>
  texts.map((prod_lot_qty, place) => ({ trade_prod_id: line(place + 1), prod_lot_qty }));

const products = new Map(pair.products.map(({ catalogId, catalog }) => [catalogId, catalog]));
const seen = (slip: UsableSlip, { side, update }: GivenUpdate) =>
  previewAmounts(slip[side], update, { byCatalogId: products, today: '2026-11-18' });

describe('the preview of an update', () => {
  it.each<[string, UsableSlip, GivenUpdate]>([
    [
      'a shipment of less, with shipping costs and another price',
      ordered(),
      {
        side: 'seller',
        pair,
        update: {
          action: 'ship',
          trade_shipping: '505',
          detail_list: [{ trade_prod_id: line(1), prod_lot_qty: '1', prod_lot_price: '99.5' }],
        },
      },
    ],
    [
      'an order with fewer lines',
      ordered(),
      { side: 'buyer', pair, update: { action: 'change', detail_list: quantities('7') } },
    ],
    [
      'an order with one more product, and a second line of the one that it has',
      aSlip({ detail_list: order.detail_list.slice(0, 1) }, pair),
      {
        side: 'buyer',
        pair,
        update: {
          action: 'change',
          detail_list: ['c2', 'c1', 'c1'].map((catalog_id, place) => ({ catalog_id, prod_lot_qty: String(place + 2) })),
        },
      },
    ],
  ])('has the amounts of the slip afterwards: %s', (_what, slip, given) => {
    const changed = after(slip, given);
    expect(changed.buyer.trade_total).not.toBe(slip.buyer.trade_total);
    expect(changed[given.side]).toMatchObject(seen(slip, given) as object);
  });

  it('of a return has the amounts of the slip that it makes', () => {
    const update = { action: 'return', order_trade_comment: 'stale', detail_list: quantities('2') } as const;
    const given: GivenUpdate = { side: 'buyer', at: '2026-11-25 10:00:00', update };
    const slip = received();
    const preview = seen(slip, given);
    expect(after(slip, given).made?.views.buyer).toMatchObject(preview as object);
    expect(preview).toMatchObject({ trade_shipping: '0', trade_total: expect.stringMatching(/^-\d+$/) });
  });

  it.each<[string, GivenUpdate]>([
    ['nothing is named', { side: 'seller', update: { action: 'ship' } }],
    ['only what it has is named', { side: 'seller', update: { action: 'ship', detail_list: quantities('3.0', '2') } }],
    ['the action changes no amounts', { side: 'seller', update: { action: 'confirm' } }],
  ])('says that they stay where %s', (_what, given) => {
    expect(seen(ordered(), given)).toBe('same');
  });

  it.each<[string, GivenUpdate]>([
    [
      'of another slip',
      { side: 'seller', update: { action: 'ship', detail_list: [{ trade_prod_id: 'x', prod_lot_qty: '1' }] } },
    ],
    [
      'of a product that it does not have',
      {
        side: 'buyer',
        update: { action: 'change', detail_list: [{ line_no: '1', catalog_id: 'c9', prod_lot_qty: '1' }] },
      },
    ],
    ['with more than it has', { side: 'buyer', update: { action: 'return', detail_list: quantities('4') } }],
  ])('does not guess them for a line %s', (_what, given) => {
    expect(seen(ordered(), given)).toBeUndefined();
  });
});
