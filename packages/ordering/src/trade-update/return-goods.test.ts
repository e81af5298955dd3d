import { describe, expect, it } from '@jest/globals';
import { aMember, anOrderLine, aPair, aProduct } from '../../test/order-builders.js';
import {
  after,
  aSlip,
  type GivenUpdate,
  judge,
  line,
  linesOf,
  refusalsOf,
  returnNumbers,
  type UsableSlip,
  withFields,
} from '../../test/update-builders.js';

const fcOwner = aMember('40000004', { taxCalcMethod: '0', belowDecPoint: '1' });
const pair = aPair({
  buyer: aMember('10000001', { fcOwnerMemberCode: '40000004' }),
  fcOwner,
  products: [aProduct('c1', { catalog: { prod_lot_price: '105', tax_rate_code: '1' } }), aProduct('c2')],
});
const order = {
  order_trade_comment: 'soon',
  detail_list: [
    anOrderLine({ catalog_id: 'c1', prod_lot_qty: '3', prod_remarks: 'cold' }),
    anOrderLine({ catalog_id: 'c2', prod_lot_qty: '2' }),
  ],
};

/** The order, shipped with shipping costs and received two days later. */
function received(): UsableSlip {
  const shipped = after(aSlip(order, pair), {
    side: 'seller',
    pair,
    update: { action: 'ship', trade_shipping: '505' },
  });
  return after(shipped, { side: 'buyer', at: '2026-11-20 09:00:00', update: { action: 'receive' } });
}

function giveBack(quantities: Readonly<Record<string, string>>, given: Partial<GivenUpdate> = {}): GivenUpdate {
  const detail_list = Object.entries(quantities).map(([trade_prod_id, prod_lot_qty]) => ({
    trade_prod_id,
    prod_lot_qty,
  }));
  return {
    side: 'buyer',
    at: '2026-11-25 10:00:00',
    update: { action: 'return', order_trade_comment: 'stale', detail_list },
    ...given,
  };
}

describe('return', () => {
  it('makes a slip of its own, with negative quantities and amounts, without shipping', () => {
    const slip = received();
    const { made, buyer } = after(slip, giveBack({ [line(1)]: '2' }));
    expect(made?.numbers).toEqual(returnNumbers);
    expect(made?.views.buyer).toEqual({
      ...slip.buyer,
      trade_id: returnNumbers.tradeId,
      check_number: returnNumbers.checkNumber,
      trade_id_from: slip.buyer.trade_id,
      check_number_from: '261118-0000001',
      status_code: '88',
      status_day: '2026-11-25',
      update_date: '2026-11-25 10:00:00',
      send_date: '2026-11-25',
      send_time: '10:00:00',
      shipping_send_date: '',
      shipping_send_time: '',
      planned_shipping_day: '',
      receipt_day: '',
      perusal_flg: '',
      order_trade_comment: 'stale',
      trade_comment: '',
      // 3 × 105 = 315 with tax 25.2, and 105 with tax 8.4 are kept.
      trade_subtotal: '-210',
      trade_tax: '-17',
      trade_total: '-227',
      prod_total_tax_excluded_total: '-210',
      prod_tax_total: '-17',
      trade_subtotal_reduced: '-210',
      trade_tax_reduced: '-17',
      trade_subtotal_normal: '0',
      trade_tax_normal: '0',
      trade_shipping: '0',
      trade_shipping_tax: '0',
      shipping_tax_excluded: '0',
      shipping_tax: '0',
      tax_excluded_total_rds_rate: '-210',
      tax_excluded_total_std_rate: '0',
      tax_excluded_total: '-210',
      tax_total_rds_rate: '-17',
      tax_total_std_rate: '0',
      tax_total: '-17',
      total_rds_rate: '-227',
      total_std_rate: '0',
      // The FC owner rounds the tax of each line up: 26 before, 9 after.
      fc_trade_subtotal: '-210',
      fc_trade_tax: '-17',
      fc_trade_total: '-227',
      fc_prod_total_tax_excluded_total: '-210',
      fc_prod_tax_total: '-17',
      fc_shipping_tax: '0',
      fc_trade_subtotal_reduced: '-210',
      fc_trade_tax_reduced: '-17',
      fc_trade_subtotal_normal: '0',
      fc_trade_tax_normal: '0',
      fc_tax_excluded_total_rds_rate: '-210',
      fc_tax_excluded_total_std_rate: '0',
      fc_tax_excluded_total: '-210',
      fc_tax_total_rds_rate: '-17',
      fc_tax_total_std_rate: '0',
      fc_tax_total: '-17',
      fc_total_rds_rate: '-227',
      fc_total_std_rate: '0',
      detail_list: [
        {
          ...linesOf(slip)[0],
          trade_prod_id: `${returnNumbers.tradeId}001`,
          prod_lot_qty: '-2',
          order_prod_lot_qty: '-2',
          prod_remarks: '',
          prod_lot_total: '-210',
          prod_lot_total_tax_excluded: '-210',
          tax: '-17',
          prod_tax: '-17',
          prod_lot_sum: '-227',
          fc_prod_lot_total: '-210',
          fc_lot_total_tax_excluded: '-210',
          fc_prod_lot_tax: '-17',
          fc_prod_tax: '-17',
          fc_prod_lot_sum: '-227',
        },
      ],
    });
    expect(buyer).toEqual({ ...slip.buyer, status_day: '2026-11-25', update_date: '2026-11-25 10:00:00' });
  });

  it('gives both sides the same slip, each with its own fields', () => {
    const slip = received();
    const views = after(slip, giveBack({ [line(2)]: '1' })).made!.views;
    expect([views.buyer.member_code_self, views.seller.member_code_self]).toEqual(['10000001', '20000001']);
    const same = { trade_id: returnNumbers.tradeId, status_code: '88', trade_total: '-110', fc_trade_total: '-110' };
    expect([views.buyer, views.seller]).toMatchObject([same, same]);
    expect(
      [views.buyer, views.seller].map((view) => view.detail_list?.map(({ prod_lot_qty }) => prod_lot_qty)),
    ).toEqual([['-1'], ['-1']]);
  });

  it('remembers what was returned, so that never more than was received comes back', () => {
    const once = after(received(), giveBack({ [line(1)]: '1.5' }));
    expect(once.life.returned).toEqual(new Map([[line(1), '1.5']]));
    expect(refusalsOf(once, giveBack({ [line(1)]: '1.5001', [line(2)]: '2.0001' }))).toEqual([
      'detail_list[0].prod_lot_qty E000018',
      'detail_list[1].prod_lot_qty E000018',
    ]);
    const twice = after(once, giveBack({ [line(1)]: '1.50', [line(2)]: '2' }));
    expect(twice.life.returned).toEqual(
      new Map([
        [line(1), '3'],
        [line(2), '2'],
      ]),
    );
    expect(judge(twice, giveBack({ [line(2)]: '0.0001' }))).toEqual({
      errors: [
        {
          error_item: 'detail_list[0].prod_lot_qty',
          error_code: 'E000018',
          error_detail: 'Nothing of this line is left: leave it out.',
        },
      ],
    });
  });

  it('refuses a line that is not of the slip', () => {
    expect(refusalsOf(received(), giveBack({ nobody: '1', [line(1)]: '1' }))).toEqual([
      'detail_list[0].trade_prod_id E000004',
    ]);
  });

  it('gives an imported slip back with exactly its own amounts, whatever they are', () => {
    const odd = {
      trade_subtotal: '1000',
      prod_total_tax_excluded_total: '1000',
      prod_tax_total: '77',
      trade_subtotal_reduced: '300',
      trade_tax_reduced: '20',
      trade_tax_free_total: '0',
      trade_shipping: '0',
    };
    const slip = withFields(received(), odd);
    const first = after(slip, giveBack({ [line(1)]: '1' }));
    const second = after(first, giveBack({ [line(1)]: '2', [line(2)]: '2' }));
    expect(first.made?.views.buyer).toMatchObject({ trade_subtotal: '-105', trade_tax: '-9' });
    expect(second.made?.views.buyer).toMatchObject({
      trade_subtotal: '-895',
      trade_tax: '-68',
      trade_subtotal_reduced: '-195',
      trade_tax_reduced: '-11',
      trade_subtotal_normal: '-700',
      trade_tax_normal: '-57',
    });
  });
});
