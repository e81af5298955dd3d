import { describe, expect, it } from '@jest/globals';
import { block, closing, settingsOf, weekends, weekly } from '../../test/delivery-builders.js';
import { aRule } from '../../test/fc-price-builders.js';
import { aMember, anOrder, anOrderLine, aPair, aProduct, sentAt } from '../../test/order-builders.js';
import { type AcceptedOrder, memberErrors, orderJudge, uploadNoError } from './judge-order.js';
import type { OrderPair } from './order-pair.js';
import type { UploadedLine, UploadedOrder } from './uploaded-order.js';

/** Returns the refusals of an order as `item code`. No refusals are returned if the order is accepted. */
function refusals(order: Partial<UploadedOrder>, pair: Partial<OrderPair> = {}): readonly string[] {
  const judged = orderJudge(aPair(pair), sentAt)(anOrder(order));
  return 'errors' in judged ? judged.errors.map(({ error_item, error_code }) => `${error_item} ${error_code}`) : [];
}

function detailOf(order: Partial<UploadedOrder>, pair: Partial<OrderPair> = {}): string | undefined {
  const judged = orderJudge(aPair(pair), sentAt)(anOrder(order));
  return 'errors' in judged ? judged.errors[0].error_detail : undefined;
}

function acceptedOf(order: Partial<UploadedOrder>, pair: Partial<OrderPair> = {}): AcceptedOrder {
  const judged = orderJudge(aPair(pair), sentAt)(anOrder(order));
  if ('accepted' in judged) return judged.accepted;
  throw new Error(JSON.stringify(judged.errors));
}

function lines(...given: readonly Partial<UploadedLine>[]): Partial<UploadedOrder> {
  return { detail_list: given.map((one, index) => anOrderLine({ line_no: String(index + 1), ...one })) };
}

const places = [
  { memberCode: '10000001', deliveryPlaceId: '1', deliveryPlaceCode: 'A', deliveryPlaceName: 'shop', defaultFlg: '0' },
  { memberCode: '10000001', deliveryPlaceId: '2', deliveryPlaceCode: 'B', deliveryPlaceName: 'yard', defaultFlg: '1' },
  { memberCode: '10000001', deliveryPlaceId: '3', deliveryPlaceCode: 'B', deliveryPlaceName: 'roof', defaultFlg: '1' },
];

describe('an uploaded order', () => {
  it('is taken with its products, place and send time', () => {
    const { products, ...pair } = aPair({ deliveryPlaces: places });
    const order = anOrder({ delivery_place_code: 'A' });
    expect(acceptedOf(order, { ...pair, products })).toEqual({
      order,
      pair,
      changeUntil: '2026-11-19 00:00:00',
      deliveryPlace: places[0],
      lines: [{ line: order.detail_list[0], product: products[0], price: '100' }],
      amounts: expect.objectContaining({ header: expect.objectContaining({ trade_total: expect.any(String) }) }),
      at: sentAt,
    });
  });

  it('tells all its errors at once, in the order of its fields', () => {
    const pair = {
      settings: settingsOf({ nonTrading: [weekly('0000010')] }),
      deliveryPlaces: places,
      products: [
        aProduct('c1', { catalog: { minimum_lot: '5', private_item_code: 'p1' } }),
        aProduct('c2', { memberCodeOrderTo: 'D' }),
        aProduct('c3', { sellStopActiveCode: '1' }),
      ],
    };
    const order = {
      ...lines(
        { prod_lot_qty: '4' },
        { catalog_id: 'c3' },
        { private_item_code: 'p1', prod_lot_qty: '1' },
        { private_item_code: 'x' },
      ),
      delivery_place_code: 'C',
    };
    expect(refusals(order, pair)).toEqual([
      'delivery_place_code E000004',
      'hope_delivery_date E000017',
      'detail_list[0].prod_lot_qty E000018',
      'detail_list[1].catalog_id E000012',
      'detail_list[2].prod_lot_qty E000018',
      'detail_list[3].private_item_code E000012',
    ]);
  });

  it('is judged by itself, whatever others of the pair are told', () => {
    const judge = orderJudge(aPair(), sentAt);
    const wrong = anOrder(lines({ catalog_id: 'x' }));
    const outcomes = [anOrder(), wrong, anOrder()].map((order) => 'accepted' in judge(order));
    expect(outcomes).toEqual([true, false, true]);
  });
});

describe('the product of a line', () => {
  const own = { private_item_code: 'p' };

  it.each<[string, OrderPair['products'], Partial<UploadedLine>, string | undefined]>([
    ['by catalog_id', [aProduct('c1')], { catalog_id: 'c1' }, 'c1'],
    ['that nobody has', [aProduct('c1')], { catalog_id: 'c2' }, undefined],
    ['that is deleted', [aProduct('c1', { itemDeletedCode: '1' })], {}, undefined],
    ['that is hidden', [aProduct('c1', { viewActiveCode: '0' })], {}, undefined],
    ['that is not approved', [aProduct('c1', { statusCode: '1' })], {}, undefined],
    ['that is sell-stopped', [aProduct('c1', { sellStopActiveCode: '1' })], {}, undefined],
    ['that the head office shares', [aProduct('c1', { owner: 'head-office', shareFlg: '1' })], {}, 'c1'],
    ['that the head office keeps', [aProduct('c1', { owner: 'head-office' })], {}, undefined],
    ['by the own code', [aProduct('c1'), aProduct('c2', { catalog: own })], { private_item_code: 'p' }, 'c2'],
    ['by a code that nobody has', [aProduct('c1', { catalog: own })], { private_item_code: 'q' }, undefined],
    [
      'by a code of two products',
      [aProduct('c1', { catalog: own }), aProduct('c2', { catalog: own })],
      { private_item_code: 'p' },
      undefined,
    ],
    [
      'by a code of two products, one of them not orderable',
      [aProduct('c1', { catalog: own, viewActiveCode: '0' }), aProduct('c2', { catalog: own })],
      { private_item_code: 'p' },
      'c2',
    ],
    [
      'by a code that the head office has as well',
      [aProduct('c1', { catalog: own, owner: 'head-office', shareFlg: '1' }), aProduct('c2', { catalog: own })],
      { private_item_code: 'p' },
      'c2',
    ],
    [
      'by a code of two products that the head office shares',
      ['c1', 'c2'].map((id) => aProduct(id, { catalog: own, owner: 'head-office', shareFlg: '1' })),
      { private_item_code: 'p' },
      undefined,
    ],
  ])('is found %s', (_how, products, line, catalogId) => {
    const judged = orderJudge(aPair({ products }), sentAt)(anOrder(lines(line)));
    const found = 'accepted' in judged ? judged.accepted.lines.map(({ product }) => product.catalogId) : undefined;
    expect(found).toEqual(catalogId === undefined ? undefined : [catalogId]);
  });

  it('is the own one before the shared one of the same catalog_id', () => {
    const products = [aProduct('c1', { owner: 'head-office', shareFlg: '1' }), aProduct('c1')];
    expect(acceptedOf({}, { products }).lines[0]?.product.owner).toBe('buyer');
  });

  it('is told apart when its code is not clear', () => {
    const products = ['c1', 'c2'].map((id) => aProduct(id, { catalog: own }));
    expect(detailOf(lines({ private_item_code: 'p' }), { products })).toBe(
      'Several products have this code: send the catalog_id of one.',
    );
  });
});

describe('the quantity of a line', () => {
  it.each<[quantity: string, minimum: string, multiple: string, fits: boolean]>([
    ['1', '', '', true],
    ['0.0001', '0', '0', true],
    ['5', '5', '', true],
    ['4.9999', '5', '', false],
    ['6', '5', '3', true],
    ['9', '5', '3', true],
    ['3', '5', '3', false],
    ['7', '5', '3', false],
    ['7.5', '', '2.5', true],
    ['7.6', '', '2.5', false],
    ['0.3', '', '0.1', true],
    ['999999999999.9999', '0.0001', '0.0001', true],
    ['999999999999.9999', '', '0.0002', false],
  ])('%s fits a minimum of "%s" and a lot of "%s": %s', (prod_lot_qty, minimum_lot, multiple_lot, fits) => {
    const priced = { prod_lot_price: '1', tax_rate_code: '2' };
    const products = [aProduct('c1', { catalog: { ...priced, minimum_lot, multiple_lot } })];
    expect(refusals(lines({ prod_lot_qty }), { products })).toEqual(
      fits ? [] : ['detail_list[0].prod_lot_qty E000018'],
    );
  });

  it.each([
    ['5', '', 'Order at least 5.'],
    ['', '3', 'Order a multiple of 3.'],
    ['5', '3', 'Order at least 5 and a multiple of 3.'],
  ])('is told what fits "%s" and "%s"', (minimum_lot, multiple_lot, detail) => {
    const products = [aProduct('c1', { catalog: { minimum_lot, multiple_lot } })];
    expect(detailOf(lines({ prod_lot_qty: '1' }), { products })).toBe(detail);
  });
});

const priced = (price: string, catalog = {}) => aProduct('c1', { catalog: { prod_lot_price: price, ...catalog } });
const rate = (value: string) => [aRule({ method: 'rate', value })];

describe('the amounts of an order', () => {
  const exempt = { tax_rate_code: '2' };
  const most = '999999999999';
  const fcOwner = aMember('30000001');
  const line = 'The amount of the line has more than 12 digits before the point: order less.';
  const total =
    'With this line the total of the order has more than 12 digits before the point: order less, or send several orders.';
  const fcPrice =
    'The FC price of the product has more than 12 digits before the point: ask the FC owner to correct its rule.';

  it.each<[why: string, price: string, quantities: string[], more: object, errors: Record<string, string>]>([
    ['at the bound', '1', [most], { catalog: exempt }, {}],
    ['beyond it by the tax', '1', [most], {}, { 'detail_list[0]': line }],
    [
      'of lines that are each too large',
      most,
      ['1', '2', '3'],
      { catalog: exempt },
      { 'detail_list[1]': line, 'detail_list[2]': line },
    ],
    [
      'with a total beyond it',
      '1',
      ['500000000000', '499999999999', '1', '1'],
      { catalog: exempt },
      { 'detail_list[2]': total },
    ],
    [
      'of 300 lines of the greatest quantity',
      most,
      Array(300).fill(most),
      {},
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`detail_list[${n}]`, line])),
    ],
    ['with an FC price beyond it', most, ['0.0001'], { fcRules: rate('1') }, { 'detail_list[0]': fcPrice }],
    [
      'with an FC part beyond it',
      '1',
      ['500000000000'],
      { catalog: exempt, fcRules: rate('100') },
      { 'detail_list[0]': line },
    ],
    [
      'with an FC total beyond it',
      '1',
      ['300000000000', '300000000000'],
      { catalog: exempt, fcRules: rate('100') },
      { 'detail_list[1]': total },
    ],
  ])(
    '%s',
    (_why, price, quantities, {
      catalog,
      fcRules = [],
    }: { catalog?: object; fcRules?: ReturnType<typeof rate> }, errors) => {
      const products = [{ ...priced(price, catalog), fcRules }];
      const pair = fcRules.length === 0 ? { products } : { products, fcOwner };
      const judged = orderJudge(
        aPair(pair),
        sentAt,
      )(anOrder(lines(...quantities.map((prod_lot_qty) => ({ prod_lot_qty })))));
      const found = 'errors' in judged ? judged.errors : [];
      expect(found).toEqual(
        Object.entries(errors).map(([at, error_detail]) => ({
          error_item: `${at}.prod_lot_qty`,
          error_code: 'E000018',
          error_detail,
        })),
      );
    },
  );

  it('are told beside other defects, and once for a field', () => {
    const products = [priced(most), aProduct('c2', { catalog: { prod_lot_price: most, multiple_lot: '2' } })];
    const order = lines({ prod_lot_qty: '9' }, { catalog_id: 'x' }, { catalog_id: 'c2', prod_lot_qty: '9' });
    expect(refusals(order, { products })).toEqual([
      'detail_list[0].prod_lot_qty E000018',
      'detail_list[1].catalog_id E000012',
      'detail_list[2].prod_lot_qty E000018',
    ]);
    expect(detailOf(lines({ catalog_id: 'c2', prod_lot_qty: '9' }), { products })).toBe('Order a multiple of 2.');
  });

  it.each(['1,234', '１２３', '¥500', '▲500', '-1'])('are not computed from the price %s', (price) => {
    const products = [priced(price)];
    expect(refusals({}, { products })).toEqual(['detail_list[0].catalog_id E000012']);
    expect(detailOf({}, { products })).toBe(
      'The price of the product is no number: ask the seller to have it corrected.',
    );
    expect(
      refusals({}, { products: [priced('1', { approval_prod_lot_price: price, price_change_st_date: '2099-01-01' })] }),
    ).toEqual([]);
  });
});

describe('the delivery of an order', () => {
  const slow = aProduct('c2', { leadTime: 3 });

  it.each<[string, Partial<OrderPair>, readonly string[]]>([
    ['on the wished day', {}, []],
    [
      'not on a refusing day',
      { settings: settingsOf({ nonTrading: [weekly('0000010')] }) },
      ['hope_delivery_date E000017'],
    ],
    [
      'on a day that only warns',
      { settings: settingsOf({ nonTrading: [weekly('0000010', { warning_type: '1' })] }) },
      [],
    ],
    [
      'not while ordering is blocked',
      { settings: settingsOf({ blocks: [block()] }) },
      ['detail_list[0].catalog_id E000014'],
    ],
    [
      'not while a product of the destination is blocked',
      {
        settings: settingsOf({ blocks: [block({ member_code_order_to: 'D' })] }),
        products: [aProduct('c1', { memberCodeOrderTo: 'D' })],
      },
      ['detail_list[0].catalog_id E000014'],
    ],
    [
      'although another destination is blocked',
      { settings: settingsOf({ blocks: [block({ member_code_order_to: 'D' })] }) },
      [],
    ],
    [
      'never, if no day can be found',
      { settings: settingsOf({ nonTrading: [weekly('1111111')] }) },
      ['detail_list[0].catalog_id E000016'],
    ],
    [
      'not so early after closing time',
      { settings: settingsOf({ closing: [closing('09:00')] }), products: [aProduct('c1', { leadTime: 2 })] },
      ['hope_delivery_date E000017'],
    ],
    [
      'before closing time',
      { settings: settingsOf({ closing: [closing('11:00')] }), products: [aProduct('c1', { leadTime: 2 })] },
      [],
    ],
  ])('is possible %s', (_when, pair, expected) => {
    expect(refusals({}, pair)).toEqual(expected);
  });

  it('names the day on which no line is too early, once', () => {
    const order = lines({}, { catalog_id: 'c2' }, { catalog_id: 'c2' });
    const pair = { products: [aProduct('c1'), slow], settings: settingsOf({ nonCounting: weekends }) };
    expect(refusals(order, pair)).toEqual(['hope_delivery_date E000017']);
    expect(detailOf(order, pair)).toBe(
      'The shortest delivery date of all lines is 2026-11-23: choose it or a later trading day.',
    );
    expect(refusals({ ...order, hope_delivery_date: '2026-11-23' }, pair)).toEqual([]);
  });

  it('names a wished day that is late enough a non-trading day', () => {
    expect(detailOf({}, { settings: settingsOf({ nonTrading: [weekly('0000010')] }) })).toBe(
      'The wished delivery date is a non-trading day: choose another one.',
    );
  });
});

describe('the delivery place of an order', () => {
  it.each<[string | undefined, typeof places, string | undefined]>([
    ['A', places, '1'],
    ['B', places, '2'],
    [undefined, places, '2'],
    [undefined, places.slice(0, 1), undefined],
    [undefined, [], undefined],
  ])('%s is found', (code, deliveryPlaces, id) => {
    const order = code === undefined ? {} : { delivery_place_code: code };
    expect(acceptedOf(order, { deliveryPlaces }).deliveryPlace?.deliveryPlaceId).toBe(id);
  });

  it.each(['C', 'a', '1'])('%s is none of the buyer', (delivery_place_code) => {
    expect(refusals({ delivery_place_code }, { deliveryPlaces: places })).toEqual(['delivery_place_code E000004']);
  });
});

describe('errors without data', () => {
  it('name the members that the caller may not name', () => {
    expect(
      memberErrors(['member_code_self', 'member_code_partner']).map((one) => [one.error_item, one.error_code]),
    ).toEqual([
      ['member_code_self', 'E000008'],
      ['member_code_partner', 'E000008'],
    ]);
  });

  it('name an upload_no that stands for another order', () => {
    expect(uploadNoError()).toEqual({
      error_item: 'upload_no',
      error_code: 'E000015',
      error_detail: 'Another order was taken under this upload_no: send a new one.',
    });
  });
});
