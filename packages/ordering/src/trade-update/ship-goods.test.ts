import { describe, expect, it } from '@jest/globals';
import type { SlipAction } from '@trading-platform/domain-types';
import { aMember, anOrderLine, aPair, aProduct } from '../../test/order-builders.js';
import {
  after,
  aSlip,
  type GivenUpdate,
  line,
  lineAt,
  linesOf,
  refusalsOf,
  type UsableSlip,
  withFields,
} from '../../test/update-builders.js';
import type { FcPriceRule } from '../fc-price/fc-price-rule.js';
import type { SlipUpdate } from './slip-update.js';

const pair = aPair({ products: [aProduct('c1'), aProduct('c2', { catalog: { prod_lot_price: '250.5' } })] });
const order = {
  detail_list: [
    anOrderLine({ catalog_id: 'c1', prod_lot_qty: '10' }),
    anOrderLine({ catalog_id: 'c2', prod_lot_qty: '4', prod_remarks: 'cold' }),
  ],
};

function ship(update: Partial<Omit<SlipUpdate, 'action'>> = {}, given: Partial<GivenUpdate> = {}): GivenUpdate {
  return { side: 'seller', pair, update: { action: 'ship', ...update }, ...given };
}

function slip(): UsableSlip {
  return aSlip(order, pair);
}

/** The slip after a shipment and the buyer's request to correct it. */
function toCorrect(shipment: GivenUpdate): UsableSlip {
  const shipped = after(slip(), shipment);
  return after(shipped, {
    side: 'buyer',
    update: { action: 'request_correction' satisfies SlipAction, order_trade_comment: 'look again' },
  });
}

/** A rule of the FC owner for the prices of all its stores. */
function rate(value: string, dateBasis: 'order' | 'delivery', validFrom: string): FcPriceRule {
  return {
    fcOwnerMemberCode: '40000004',
    memberCodeStore: '',
    catalogId: '',
    foodCatLargeCode: '',
    method: 'rate',
    value,
    rounding: '0',
    validFrom,
    validTo: '',
    dateBasis,
  };
}

/** A shipment of one line. */
function shipFirst(prod_lot_qty: string, prod_lot_price: string): GivenUpdate {
  return ship({ detail_list: [{ trade_prod_id: line(1), prod_lot_qty, prod_lot_price }] });
}

describe('ship', () => {
  it('ships what was ordered, now', () => {
    const ordered = slip();
    const shipped = after(ordered, ship());
    for (const side of ['buyer', 'seller'] as const) {
      expect(shipped[side]).toEqual({
        ...ordered[side],
        status_code: '60',
        status_day: '2026-11-18',
        update_date: '2026-11-18 11:00:00',
        shipping_send_date: '2026-11-18',
        shipping_send_time: '11:00:00',
        ...(side === 'seller' ? { perusal_flg: '2' } : {}),
      });
    }
  });

  it('takes its own days, number and comment', () => {
    const fields = {
      delivery_date: '2026-11-24',
      shipping_send_date: '2026-11-23',
      shipping_send_time: '06:30:00',
      check_number: 'ERP-4711',
      trade_comment: 'two days late',
    };
    const { buyer, seller } = after(slip(), ship(fields));
    expect([buyer, seller]).toEqual([expect.objectContaining(fields), expect.objectContaining(fields)]);
    expect(buyer.hope_delivery_date).toBe('2026-11-20');
  });

  it('marks changed lines, keeps what was ordered, and calculates the amounts anew in both views', () => {
    const detail_list = [
      { trade_prod_id: line(2), prod_lot_qty: '2.5', prod_lot_price: '250', prod_remarks: 'short' },
      { trade_prod_id: line(1), prod_lot_qty: '10.0' },
    ];
    const shipped = after(slip(), ship({ detail_list }));
    expect(linesOf(shipped)).toMatchObject([
      { mod_flg: '0', prod_lot_qty: '10', order_prod_lot_qty: '10', prod_lot_total: '1000' },
      {
        mod_flg: '1',
        prod_lot_qty: '2.5',
        order_prod_lot_qty: '4',
        prod_lot_price: '250',
        prod_lot_total: '625',
        prod_remarks: 'short',
      },
    ]);
    const header = { trade_subtotal: '1625', trade_tax: '162', trade_total: '1787' };
    expect([shipped.buyer, shipped.seller]).toMatchObject([header, header]);
    expect(shipped.seller.detail_list).toMatchObject(linesOf(shipped).map(({ prod_lot_sum }) => ({ prod_lot_sum })));
    expect(shipped.life.orderPrices).toEqual(new Map([[line(2), '250.5']]));
  });

  it('marks a line of which only the remark changes, and leaves the amounts', () => {
    const ordered = slip();
    const detail_list = [{ trade_prod_id: line(1), prod_lot_qty: '10', prod_remarks: 'new box' }];
    const shipped = after(withFields(ordered, { trade_total: '7' }), ship({ detail_list }));
    expect(shipped.buyer.trade_total).toBe('7');
    expect(linesOf(shipped)[0]).toEqual({ ...linesOf(ordered)[0], mod_flg: '1', prod_remarks: 'new box' });
  });

  it('uses the rules and the registration number that the seller has now', () => {
    const seller = aMember('20000001', { belowDecPoint: '1', taxCalcMethod: '0', invoiceRegNo: 'T1180301018771' });
    const detail_list = [{ trade_prod_id: line(2), prod_lot_qty: '3' }];
    expect(after(slip(), ship({ detail_list }, { pair: { ...pair, seller } })).buyer).toMatchObject({
      tax_calc_method: '0',
      below_dec_point: '1',
      invoice_reg_no: 'T1180301018771',
      // 3 × 250.5 = 751.5, rounded up
      trade_subtotal: '1752',
      trade_tax: '176',
    });
  });

  it('adds shipping costs as a line of the standard rate', () => {
    expect(after(slip(), ship({ trade_shipping: '505' })).buyer).toMatchObject({
      prod_total_tax_excluded_total: '2002',
      prod_tax_total: '200',
      trade_shipping: '505',
      trade_shipping_tax: '50',
      shipping_tax_excluded: '505',
      shipping_tax: '50',
      trade_subtotal: '2507',
      trade_tax: '250',
      tax_excluded_total_std_rate: '2507',
      tax_total_std_rate: '250',
      trade_total: '2757',
    });
  });

  it('keeps shipping costs and an additional amount that were there before', () => {
    const before = withFields(slip(), { trade_shipping: '505', trade_additional: '-7' });
    const detail_list = [{ trade_prod_id: line(1), prod_lot_qty: '9' }];
    expect(after(before, ship({ detail_list })).buyer).toMatchObject({
      trade_shipping: '505',
      trade_additional: '-7',
      trade_subtotal: '2407',
      trade_tax: '240',
      trade_total: '2640',
    });
  });

  describe('with an FC owner', () => {
    const fcOwner = aMember('40000004', { invoiceMemberKbn: '2' });
    const ofFc = aPair({
      buyer: aMember('10000001', { fcOwnerMemberCode: '40000004' }),
      fcOwner,
      products: [
        aProduct('c1', { fcRules: [rate('50', 'delivery', '2026-11-23'), rate('20', 'order', '2026-11-01')] }),
      ],
    });
    const ordered = () => aSlip({ detail_list: [anOrderLine({ prod_lot_qty: '10' })] }, ofFc);

    it('passes shipping costs on, and has the FC prices of the order day and the new delivery date', () => {
      const shipped = after(ordered(), ship({ delivery_date: '2026-11-24', trade_shipping: '500' }, { pair: ofFc }));
      expect(ordered().buyer).toMatchObject({ fc_trade_subtotal: '1200', fc_shipping_tax: '0' });
      expect(shipped.buyer).toMatchObject({
        trade_subtotal: '1500',
        fc_trade_subtotal: '2000',
        fc_prod_total_tax_excluded_total: '1500',
        fc_prod_tax_total: '150',
        fc_shipping_tax: '50',
        fc_trade_total: '2200',
        fc_invoice_member_kbn: '2',
        fc_invoice_reg_no: '',
      });
      expect(linesOf(shipped)).toMatchObject([{ fc_prod_lot_price: '150', fc_prod_lot_sum: '1650' }]);
    });

    it.each<[string, typeof ofFc]>([
      ['the buyer has another FC owner now', { ...ofFc, fcOwner: aMember('40000005', { belowDecPoint: '1' }) }],
      ['the buyer has no FC owner any more', { ...ofFc, fcOwner: undefined }],
      ['no order master has the product any more', { ...ofFc, products: [] }],
    ])('keeps its FC prices and rules if %s', (_name, now) => {
      const detail_list = [{ trade_prod_id: line(1), prod_lot_qty: '7', prod_lot_price: '99' }];
      const { buyer } = after(ordered(), ship({ delivery_date: '2026-11-24', detail_list }, { pair: now }));
      expect(buyer).toMatchObject({
        fc_owner_member_code: '40000004',
        fc_trade_subtotal: '840',
        fc_below_dec_point: '0',
      });
    });
  });

  it.each<[string, Partial<Omit<SlipUpdate, 'action'>>, readonly string[], string?]>([
    ['before the order', { delivery_date: '2026-11-17' }, ['delivery_date E000004']],
    ['more than 366 days on', { delivery_date: '2027-11-20' }, ['delivery_date E000004']],
    ['366 days on', { delivery_date: '2027-11-19' }, []],
    ['shipped before the order', { shipping_send_date: '2026-11-17' }, ['shipping_send_date E000004']],
    ['shipped after delivery', { shipping_send_date: '2026-11-21' }, ['shipping_send_date E000005']],
    [
      'shipped after the new delivery',
      { shipping_send_date: '2026-11-23', delivery_date: '2026-11-22' },
      ['shipping_send_date E000005'],
    ],
    ['shipped on the day of delivery', { shipping_send_date: '2026-11-20' }, []],
    ['shipped today, after delivery', {}, ['delivery_date E000005'], '2026-11-21 08:00:00'],
    ['shipped a year late', {}, ['shipping_send_date E000004'], '2027-11-20 08:00:00'],
    [
      'both wrong',
      { delivery_date: '2020-01-01', shipping_send_date: '2020-01-01' },
      ['delivery_date E000004', 'shipping_send_date E000004'],
    ],
  ])('judges its days: %s', (_name, update, expected, at = '2026-11-18 11:00:00') => {
    expect(refusalsOf(slip(), ship(update, { at }))).toEqual(expected);
  });

  it.each<[string, string, number, readonly string[]]>([
    ['0', 'the line is short', 0, []],
    ['10', 'all', 0, []],
    ['10.0001', 'more', 0, ['detail_list[0].prod_lot_qty E000018']],
    ['11', 'as much more as is allowed', 10, []],
    ['11.0001', 'still more', 10, ['detail_list[0].prod_lot_qty E000018']],
  ])('ships a quantity of %s: %s, %i percent', (prod_lot_qty, _name, percent, expected) => {
    const settings = { shipQuantityAbovePercent: percent };
    const detail_list = [{ trade_prod_id: line(1), prod_lot_qty }];
    expect(refusalsOf(slip(), ship({ detail_list }, { settings }))).toEqual(expected);
  });

  it.each<[string, number, readonly string[]]>([
    ['0', 0, []],
    ['250.5', 0, []],
    ['250.5001', 0, ['detail_list[0].prod_lot_price E000004']],
    ['263.025', 5, []],
    ['263.0251', 5, ['detail_list[0].prod_lot_price E000004']],
  ])('ships at a price of %s, %i percent above the order', (prod_lot_price, percent, expected) => {
    const settings = { shipPriceAbovePercent: percent };
    const detail_list = [{ trade_prod_id: line(2), prod_lot_qty: '4', prod_lot_price }];
    expect(refusalsOf(slip(), ship({ detail_list }, { settings }))).toEqual(expected);
  });

  it('names the lines that are not of the slip, and all other defects, in the order of the fields', () => {
    const detail_list = [
      { trade_prod_id: 'nobody', prod_lot_qty: '1' },
      { trade_prod_id: line(1), prod_lot_qty: '11', prod_lot_price: '101' },
    ];
    expect(refusalsOf(slip(), ship({ delivery_date: '2020-01-01', detail_list }))).toEqual([
      'delivery_date E000004',
      'detail_list[0].trade_prod_id E000004',
      'detail_list[1].prod_lot_qty E000018',
      'detail_list[1].prod_lot_price E000004',
    ]);
  });

  it('cannot name a line whose id several imported lines have', () => {
    const one = lineAt(slip(), 0);
    const imported = withFields(slip(), { detail_list: [one, one] });
    const detail_list = [{ trade_prod_id: line(1), prod_lot_qty: '1' }];
    expect(refusalsOf(imported, ship({ detail_list }))).toEqual(['detail_list[0].trade_prod_id E000004']);
  });

  it('ships at least one quantity above 0', () => {
    const none = [1, 2].map((number) => ({ trade_prod_id: line(number), prod_lot_qty: '0' }));
    expect(refusalsOf(slip(), ship({ detail_list: none }))).toEqual(['detail_list E000018']);
    expect(refusalsOf(slip(), ship({ detail_list: none.slice(1) }))).toEqual([]);
  });

  it.each<[string, Partial<Omit<SlipUpdate, 'action'>>, readonly string[]]>([
    [
      'a line',
      { detail_list: [{ trade_prod_id: line(1), prod_lot_qty: '10000000000' }] },
      ['detail_list[0].prod_lot_qty E000018'],
    ],
    ['shipping costs', { trade_shipping: '999999999999' }, ['trade_shipping E000018']],
  ])('has no amount beyond 12 digits: %s', (_name, update, expected) => {
    const settings = { shipQuantityAbovePercent: 1_000_000_000_00 };
    expect(refusalsOf(slip(), ship(update, { settings }))).toEqual(expected);
  });

  describe('again, after a request to correct it', () => {
    const short = ship({ detail_list: [{ trade_prod_id: line(1), prod_lot_qty: '8', prod_lot_price: '90' }] });

    it('is sent again, and leaves what it does not name as it was shipped', () => {
      const again = after(toCorrect(short), ship({ detail_list: [{ trade_prod_id: line(2), prod_lot_qty: '3' }] }));
      expect(again.buyer).toMatchObject({ status_code: '60', resend_flg: '1', trade_subtotal: '1471' });
      expect(linesOf(again)).toMatchObject([
        { prod_lot_qty: '8', prod_lot_price: '90', order_prod_lot_qty: '10', mod_flg: '1' },
        { prod_lot_qty: '3', order_prod_lot_qty: '4', mod_flg: '1' },
      ]);
    });

    it('may go up to the quantity and the price of the order, not of the last shipment', () => {
      expect(refusalsOf(toCorrect(short), shipFirst('10', '100'))).toEqual([]);
      expect(refusalsOf(toCorrect(short), shipFirst('10.5', '100.5'))).toEqual([
        'detail_list[0].prod_lot_qty E000018',
        'detail_list[0].prod_lot_price E000004',
      ]);
      const again = after(toCorrect(short), shipFirst('10', '95'));
      expect(again.life.orderPrices).toEqual(new Map([[line(1), '100']]));
    });
  });
});
