import { describe, expect, it } from '@jest/globals';
import { anOrder, anOrderLine } from '../../test/order-builders.js';
import { askedPairs, pairKey } from './order-source.js';
import { judgeUploadNo } from './upload-number.js';
import { uploadResult } from './upload-outcome.js';
import { orderDigest, type UploadedOrder } from './uploaded-order.js';

const order = anOrder({ detail_list: [anOrderLine(), anOrderLine({ line_no: '2', private_item_code: 'p' })] });
const [first, second] = order.detail_list as [
  UploadedOrder['detail_list'][number],
  UploadedOrder['detail_list'][number],
];

describe('the digest of an order', () => {
  it.each<[string, UploadedOrder]>([
    ['under another upload_no', { ...order, upload_no: 'u2' }],
    [
      'with fields in another order',
      Object.fromEntries(Object.entries(order).toReversed()) as unknown as UploadedOrder,
    ],
    ['with an empty field', { ...order, order_trade_comment: '' }],
    [
      'with a quantity that is written otherwise',
      {
        ...order,
        detail_list: order.detail_list.map((line) => ({ ...line, prod_lot_qty: `0${line.prod_lot_qty}.0` })),
      },
    ],
  ])('is the same %s', (_how, same) => {
    expect(orderDigest(same)).toEqual(orderDigest(order));
  });

  it.each<[string, Partial<UploadedOrder>]>([
    ['buyer', { member_code_self: '1' }],
    ['seller', { member_code_partner: '1' }],
    ['place', { delivery_place_code: 'A' }],
    ['day', { hope_delivery_date: '2026-11-21' }],
    ['comment', { order_trade_comment: 'A' }],
    ['way', { send_flg: '0' }],
    ['lines', { detail_list: [first] }],
    ['order of lines', { detail_list: [second, first] }],
    ['line_no', { detail_list: [{ ...first, line_no: '3' }, second] }],
    ['product', { detail_list: [{ ...first, catalog_id: 'c2' }, second] }],
    ['quantity', { detail_list: [{ ...first, prod_lot_qty: '2' }, second] }],
    ['remark', { detail_list: [{ ...first, prod_remarks: 'A' }, second] }],
  ])('is another with another %s', (_what, change) => {
    expect(orderDigest({ ...order, ...change })).not.toEqual(orderDigest(order));
  });

  it('tells a catalog_id from a private_item_code', () => {
    const [one, other] = [{ catalog_id: 'x' }, { private_item_code: 'x' }].map((name) =>
      orderDigest({ ...order, detail_list: [{ line_no: '1', prod_lot_qty: '1', ...name }] }),
    );
    expect(one).not.toEqual(other);
  });
});

describe('an upload_no', () => {
  const digest = orderDigest(order);
  const slip = { tradeId: 't1', checkNumber: 'n1', version: 1 };

  it.each([
    ['first', undefined],
    ['repeat', { digest, slip }],
    ['other-content', { digest: orderDigest({ ...order, send_flg: '0' }), slip }],
  ] as const)('is %s', (use, bound) => {
    expect(judgeUploadNo(bound, digest)).toBe(use);
  });
});

describe('what is asked for the orders of an upload', () => {
  it('is each pair once, with each product once', () => {
    const orders = [
      order,
      anOrder({ upload_no: 'u2', detail_list: [anOrderLine(), anOrderLine({ catalog_id: 'c2' })] }),
      anOrder({ upload_no: 'u3', member_code_partner: '20000002' }),
    ];
    const asked = askedPairs(orders);
    expect(orders.map((one) => asked.get(pairKey(one)))).toEqual([
      {
        memberCodeSelf: '10000001',
        memberCodePartner: '20000001',
        catalogIds: ['c1', 'c2'],
        privateItemCodes: ['p'],
      },
      asked.get(pairKey(order)),
      { memberCodeSelf: '10000001', memberCodePartner: '20000002', catalogIds: ['c1'], privateItemCodes: [] },
    ]);
    expect(asked.size).toBe(2);
  });
});

describe('the result of an order', () => {
  const error = { error_item: 'upload_no', error_code: 'E000015', error_detail: 'x' };

  it.each([
    [
      'taken',
      { accepted: { tradeId: 't1', checkNumber: 'n1', version: 3 } },
      { upload_no: 'u1', result: '0', trade_id: 't1', check_number: 'n1', version: '3', error_list: [] },
    ],
    [
      'only judged',
      { accepted: undefined },
      { upload_no: 'u1', result: '0', trade_id: '', check_number: '', version: '', error_list: [] },
    ],
    [
      'refused',
      { errors: [error] as const },
      { upload_no: 'u1', result: '1', trade_id: '', check_number: '', version: '', error_list: [error] },
    ],
  ])('that was %s', (_what, outcome, result) => {
    expect(uploadResult('u1', outcome)).toEqual(result);
  });
});
