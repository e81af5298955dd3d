import { describe, expect, it } from '@jest/globals';
import { closing, nonTrading, settingsOf } from '../../test/delivery-builders.js';
import { anOrderLine, aPair, aProduct } from '../../test/order-builders.js';
import {
  after,
  aSlip,
  type GivenUpdate,
  judge,
  line,
  lineAt,
  linesOf,
  refusalsOf,
  type UsableSlip,
  withFields,
} from '../../test/update-builders.js';
import type { SlipUpdate } from './slip-update.js';

const byDelivery = {
  approval_prod_lot_price: '120',
  price_change_st_date: '2026-11-24',
  price_change_st_date_code: '1',
};
const places = ['A', 'B'].map((deliveryPlaceCode, index) => ({
  memberCode: '10000001',
  deliveryPlaceId: String(index + 7),
  deliveryPlaceCode,
  deliveryPlaceName: `yard ${deliveryPlaceCode}`,
  defaultFlg: index === 0 ? '1' : '0',
}));
const pair = aPair({
  deliveryPlaces: places,
  products: [
    aProduct('c1', { catalog: { multiple_lot: '2', private_item_code: 'own-1' } }),
    aProduct('c2', { catalog: { prod_lot_price: '50' } }),
    aProduct('c3', { catalog: byDelivery }),
  ],
});
const order = {
  detail_list: [
    anOrderLine({ catalog_id: 'c1', prod_lot_qty: '4', prod_remarks: 'first' }),
    anOrderLine({ catalog_id: 'c2', prod_lot_qty: '1' }),
    anOrderLine({ catalog_id: 'c1', prod_lot_qty: '6', prod_remarks: 'third' }),
  ],
};

type Lines = NonNullable<SlipUpdate['detail_list']>;

function change(update: Partial<Omit<SlipUpdate, 'action'>>, given: Partial<GivenUpdate> = {}): GivenUpdate {
  return { side: 'buyer', pair, update: { action: 'change', ...update }, ...given };
}

function slip(): UsableSlip {
  return aSlip(order, pair);
}

function idsAfter(detail_list: Lines): readonly (readonly (string | undefined)[])[] {
  return linesOf(after(slip(), change({ detail_list }))).map(({ trade_prod_id, my_catalog_id, prod_lot_qty }) => [
    trade_prod_id,
    my_catalog_id,
    prod_lot_qty,
  ]);
}

describe('change', () => {
  it('leaves what it omits', () => {
    const changed = after(slip(), change({ delivery_place_code: 'B' }));
    expect(changed.buyer).toEqual({
      ...slip().buyer,
      delivery_place_id: '8',
      delivery_place_code: 'B',
      delivery_place_name: 'yard B',
      resend_flg: '1',
      send_time: '11:00:00',
      status_day: '2026-11-18',
      update_date: '2026-11-18 11:00:00',
    });
    expect(changed.buyer.order_send_time).toBe('10:00:00');
  });

  it('names the first lines of a product by their occurrence', () => {
    expect(
      idsAfter([
        { line_no: '1', catalog_id: 'c1', prod_lot_qty: '2' },
        { line_no: '2', private_item_code: 'own-1', prod_lot_qty: '8' },
        { line_no: '3', catalog_id: 'c1', prod_lot_qty: '10' },
      ]),
    ).toEqual([
      [line(1), 'c1', '2'],
      [line(3), 'c1', '8'],
      [line(4), 'c1', '10'],
    ]);
  });

  it('names lines by their id before it names others by product', () => {
    expect(
      idsAfter([
        { line_no: '1', catalog_id: 'c1', prod_lot_qty: '2' },
        { trade_prod_id: line(1), prod_lot_qty: '8' },
        { trade_prod_id: line(2), catalog_id: 'c2', prod_lot_qty: '3' },
      ]),
    ).toEqual([
      [line(3), 'c1', '2'],
      [line(1), 'c1', '8'],
      [line(2), 'c2', '3'],
    ]);
  });

  it('keeps a line with its remark and its price, and calculates the amounts anew in both views', () => {
    const dearer = {
      ...pair,
      products: pair.products.map((one) => ({ ...one, catalog: { ...one.catalog, prod_lot_price: '999' } })),
    };
    const detail_list = [
      { trade_prod_id: line(3), prod_lot_qty: '2' },
      { line_no: '2', catalog_id: 'c3', prod_lot_qty: '5', prod_remarks: 'new' },
    ];
    const changed = after(slip(), change({ detail_list }, { pair: dearer }));
    expect(linesOf(changed)).toMatchObject([
      {
        trade_prod_id: line(3),
        prod_lot_qty: '2',
        order_prod_lot_qty: '2',
        prod_lot_price: '100',
        prod_remarks: 'third',
        mod_flg: '0',
      },
      {
        trade_prod_id: line(4),
        prod_lot_qty: '5',
        order_prod_lot_qty: '5',
        prod_lot_price: '999',
        prod_remarks: 'new',
        item_name: 'item c3',
        mod_flg: '0',
      },
    ]);
    const header = { trade_subtotal: '5195', trade_tax: '519', trade_total: '5714', hope_delivery_date: '2026-11-20' };
    expect([changed.buyer, changed.seller]).toMatchObject([header, header]);
    expect(linesOf(changed)[0]).toHaveProperty('private_item_id', 'own-1');
    expect(changed.seller.detail_list![1]).not.toHaveProperty('private_item_id');
  });

  it('gives a new date to the delivery, and a new price only to what is priced by delivery date', () => {
    const ordered = aSlip(
      { detail_list: [anOrderLine({ catalog_id: 'c2' }), anOrderLine({ catalog_id: 'c3' })] },
      pair,
    );
    const cheaper = { ...pair, products: pair.products.filter(({ catalogId }) => catalogId !== 'c2') };
    const changed = after(ordered, change({ hope_delivery_date: '2026-11-24' }, { pair: cheaper }));
    expect(linesOf(ordered).map(({ prod_lot_price }) => prod_lot_price)).toEqual(['50', '100']);
    expect(linesOf(changed).map(({ prod_lot_price }) => prod_lot_price)).toEqual(['50', '120']);
    expect(changed.buyer).toMatchObject({
      hope_delivery_date: '2026-11-24',
      delivery_date: '2026-11-24',
      trade_subtotal: '170',
    });
    const same = after(ordered, change({ hope_delivery_date: '2026-11-20' }));
    expect(linesOf(same)).toEqual(linesOf(ordered));
  });

  it.each<[string, Lines, readonly string[]]>([
    [
      'a line that is not of the slip',
      [{ trade_prod_id: 'x', prod_lot_qty: '2' }],
      ['detail_list[0].trade_prod_id E000004'],
    ],
    [
      'the id of another product',
      [{ trade_prod_id: line(1), catalog_id: 'c2', prod_lot_qty: '2' }],
      ['detail_list[0].catalog_id E000004'],
    ],
    [
      'the id of another own code',
      [{ trade_prod_id: line(1), private_item_code: 'own-2', prod_lot_qty: '2' }],
      ['detail_list[0].private_item_code E000004'],
    ],
    [
      'an unknown product',
      [{ line_no: '1', catalog_id: 'c9', prod_lot_qty: '2' }],
      ['detail_list[0].catalog_id E000012'],
    ],
    [
      'an unknown own code',
      [{ line_no: '1', private_item_code: 'own-9', prod_lot_qty: '2' }],
      ['detail_list[0].private_item_code E000012'],
    ],
    [
      'another quantity against the lot',
      [{ trade_prod_id: line(1), prod_lot_qty: '3' }],
      ['detail_list[0].prod_lot_qty E000018'],
    ],
    [
      'a new line against the lot',
      [
        { trade_prod_id: line(1), prod_lot_qty: '4' },
        { trade_prod_id: line(3), prod_lot_qty: '6' },
        { line_no: '3', catalog_id: 'c1', prod_lot_qty: '5' },
      ],
      ['detail_list[2].prod_lot_qty E000018'],
    ],
    [
      'too large an amount',
      [{ trade_prod_id: line(2), prod_lot_qty: '99999999999' }],
      ['detail_list[0].prod_lot_qty E000018'],
    ],
  ])('is refused with %s', (_name, detail_list, expected) => {
    expect(refusalsOf(slip(), change({ detail_list }))).toEqual(expected);
  });

  it('refuses a delivery place that the buyer does not have', () => {
    expect(refusalsOf(slip(), change({ delivery_place_code: 'Z' }))).toEqual(['delivery_place_code E000004']);
  });

  describe('judges block, date and lot only where something new is wanted', () => {
    const blocked = { ...pair, settings: settingsOf({ blocks: [{ order_block_flg: '1' }] }) };
    const closed = {
      ...pair,
      settings: settingsOf({ nonTrading: [nonTrading({ prohibit_flg: '0', week_flg: '1111111' })] }),
    };
    const gone = { ...pair, products: [] };
    const otherLots = {
      ...pair,
      products: pair.products.map((one) => ({ ...one, catalog: { ...one.catalog, multiple_lot: '7' } })),
    };
    const less = [{ trade_prod_id: line(1), prod_lot_qty: '2' }];
    const same = [{ trade_prod_id: line(1), prod_lot_qty: '4' }];
    const more = [{ trade_prod_id: line(1), prod_lot_qty: '8' }];
    const added = [
      ...same,
      { line_no: '2', catalog_id: 'c2', prod_lot_qty: '1' },
      { line_no: '3', catalog_id: 'c2', prod_lot_qty: '1' },
    ];

    it.each<[string, typeof pair, Partial<Omit<SlipUpdate, 'action'>>, readonly string[]]>([
      ['less while blocked', blocked, { detail_list: less }, []],
      ['a comment while blocked', blocked, { order_trade_comment: 'x' }, []],
      ['more while blocked', blocked, { detail_list: more }, ['detail_list[0].trade_prod_id E000014']],
      ['a new line while blocked', blocked, { detail_list: added }, ['detail_list[2].catalog_id E000014']],
      ['another date while blocked', blocked, { hope_delivery_date: '2026-11-24' }, ['hope_delivery_date E000014']],
      ['the same date while blocked', blocked, { hope_delivery_date: '2026-11-20' }, []],
      ['less without trading days', closed, { detail_list: less }, []],
      ['more without trading days', closed, { detail_list: more }, ['detail_list[0].trade_prod_id E000016']],
      [
        'another date without trading days',
        closed,
        { hope_delivery_date: '2026-11-24' },
        ['hope_delivery_date E000016'],
      ],
      ['too early a date', pair, { hope_delivery_date: '2026-11-17' }, ['hope_delivery_date E000017']],
      ['less of what is gone', gone, { detail_list: less }, []],
      ['more of what is gone', gone, { detail_list: more }, ['detail_list[0].trade_prod_id E000012']],
      ['another date of what is gone', gone, { hope_delivery_date: '2026-11-24' }, []],
      ['the same quantity against a new lot', otherLots, { detail_list: same }, []],
      ['another quantity against a new lot', otherLots, { detail_list: less }, ['detail_list[0].prod_lot_qty E000018']],
    ])('%s', (_name, now, update, expected) => {
      expect(refusalsOf(slip(), change(update, { pair: now }))).toEqual(expected);
    });
  });

  it('names the shortest date, judged from now', () => {
    const later = {
      ...pair,
      products: pair.products.map((one) => ({ ...one, leadTime: 3 })),
      settings: settingsOf({ closing: [closing('10:30')] }),
    };
    expect(judge(slip(), change({ hope_delivery_date: '2026-11-21' }, { pair: later }))).toEqual({
      errors: [
        {
          error_item: 'hope_delivery_date',
          error_code: 'E000017',
          error_detail: 'The shortest delivery date of all lines is 2026-11-22: choose it or a later trading day.',
        },
      ],
    });
  });

  it('keeps a planned order planned, and its times of sending empty', () => {
    const planned = aSlip({ ...order, send_flg: '0' }, pair);
    const changed = after(planned, change({ hope_delivery_date: '2026-11-24' }, { at: '2026-11-20 09:00:00' }));
    expect(changed.buyer).toMatchObject({ status_code: '10', status_day: '2026-11-20', resend_flg: '0' });
    expect(changed.buyer.send_date ?? '').toBe('');
  });

  it('gives no line the id of another one', () => {
    const imported = withFields(slip(), {
      detail_list: linesOf(slip()).map((one, place) => ({
        ...one,
        trade_prod_id: place === 0 ? line(77) : `L${place}`,
      })),
    });
    const detail_list = [
      { trade_prod_id: 'L1', prod_lot_qty: '1' },
      { line_no: '2', catalog_id: 'c3', prod_lot_qty: '1' },
    ];
    expect(linesOf(after(imported, change({ detail_list }))).map((one) => one.trade_prod_id)).toEqual(['L1', line(78)]);
  });

  it('keeps an imported line with a negative price', () => {
    const discount = { ...lineAt(slip(), 1), prod_lot_price: '-20' };
    const imported = withFields(slip(), { detail_list: [lineAt(slip(), 0), discount] });
    const changed = after(imported, change({ hope_delivery_date: '2026-11-24' }));
    expect(changed.buyer).toMatchObject({ trade_subtotal: '380', trade_total: '418' });
  });
});
