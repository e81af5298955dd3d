import { describe, expect, it } from '@jest/globals';
import { OrderUploadRequest, readRequest } from '../src/index.js';
import { absentValues, notCodes, notDays, notLists, notStorable, notTexts, refusals } from './refusals.js';

const line = { line_no: '1', catalog_id: 'c1', prod_lot_qty: '2.5', prod_remarks: 'cold' };
const order = {
  upload_no: 'u-1',
  member_code_self: '10000001',
  member_code_partner: '20000001',
  delivery_place_code: 'P1',
  hope_delivery_date: '2026-04-03',
  order_trade_comment: 'back door',
  send_flg: '1',
  detail_list: [line],
};

type Row = readonly [field: string, value: unknown, code: string | undefined];

function rowsOf(field: string, values: readonly unknown[], code: string | undefined): Row[] {
  return values.map((value): Row => [field, value, code]);
}

const tooLong = (characters: number) => 'x'.repeat(characters + 1);
const longest = (characters: number) => '𠮷'.repeat(characters);

/** The refusal of each field of an order; empty if it is accepted. */
const ofAnOrder: readonly Row[] = [
  ...['upload_no', 'member_code_self', 'member_code_partner', 'hope_delivery_date', 'send_flg', 'detail_list'].flatMap(
    (field) => rowsOf(field, absentValues, 'E000001'),
  ),
  ...['delivery_place_code', 'order_trade_comment'].flatMap((field) => rowsOf(field, absentValues, undefined)),
  ...[
    'upload_no',
    'member_code_self',
    'member_code_partner',
    'delivery_place_code',
    'hope_delivery_date',
    'order_trade_comment',
  ].flatMap((field) => rowsOf(field, notTexts, 'E000002')),
  ...['upload_no', 'member_code_self', 'member_code_partner', 'delivery_place_code', 'order_trade_comment'].flatMap(
    (field) => rowsOf(field, notStorable, 'E000002'),
  ),
  ...rowsOf('hope_delivery_date', notDays, 'E000002'),
  ...rowsOf('send_flg', notCodes, 'E000002'),
  ...rowsOf('detail_list', notLists, 'E000002'),
  ['upload_no', longest(40), undefined],
  ['upload_no', tooLong(40), 'E000003'],
  ['member_code_self', longest(8), undefined],
  ['member_code_self', tooLong(8), 'E000003'],
  ['member_code_partner', longest(8), undefined],
  ['member_code_partner', tooLong(8), 'E000003'],
  ['delivery_place_code', longest(200), undefined],
  ['delivery_place_code', tooLong(200), 'E000003'],
  ['order_trade_comment', longest(2_000), undefined],
  ['order_trade_comment', 'two\nlines', undefined],
  ['order_trade_comment', tooLong(2_000), 'E000003'],
  ...rowsOf('send_flg', ['0', 0, 1], undefined),
  ...rowsOf('send_flg', ['2', 'x', '01', ' 1', -1], 'E000004'),
  ['detail_list', copies(line, 300), undefined],
  ['detail_list', copies(line, 301), 'E000007'],
];

/** The refusal of each field of a line; empty if it is accepted. */
const ofALine: readonly Row[] = [
  ...['line_no', 'prod_lot_qty'].flatMap((field) => rowsOf(field, absentValues, 'E000001')),
  ...rowsOf('prod_remarks', absentValues, undefined),
  ...rowsOf('line_no', notCodes, 'E000002'),
  ...rowsOf('line_no', notStorable, 'E000002'),
  ...rowsOf('line_no', [1, 'A-1', longest(200)], undefined),
  ['line_no', tooLong(200), 'E000003'],
  ...['catalog_id', 'prod_remarks'].flatMap((field) => rowsOf(field, [...notTexts, ...notStorable], 'E000002')),
  ['catalog_id', longest(200), undefined],
  ['catalog_id', tooLong(200), 'E000003'],
  ['prod_remarks', longest(2_000), undefined],
  ['prod_remarks', tooLong(2_000), 'E000003'],
  ...rowsOf('prod_lot_qty', [1e21, 2 ** 53, true, false, {}, { a: '1' }, ['1'], [{}, {}], [[]]], 'E000002'),
  ...rowsOf(
    'prod_lot_qty',
    [
      '0',
      '0.0',
      0,
      0.00001,
      1e12,
      '-1',
      -1,
      '+1',
      '1.',
      '.5',
      '1,000',
      '1e3',
      '1.00001',
      '1000000000000',
      ' 1',
      '1\n',
      '１',
      'x',
    ],
    'E000002',
  ),
  ...rowsOf('prod_lot_qty', ['1', 1, 1.5, 1e-4, '0.0001', '999999999999.9999', '007.50'], undefined),
];

describe('an order upload request (Spec 4.11)', () => {
  it('is read whole', () => {
    const body = { response_type: 'json', check_only: '1', order_list: [order, { ...order, upload_no: 'u-2' }] };
    expect(readRequest(OrderUploadRequest, body)).toEqual({ value: body, ignoredFields: [] });
  });

  it('is read with numbers and without absent fields', () => {
    const sent = {
      ...order,
      send_flg: 0,
      order_trade_comment: '',
      detail_list: [{ ...line, line_no: 7, prod_lot_qty: 3 }],
    };
    const { order_trade_comment: _comment, ...rest } = order;
    expect(readRequest(OrderUploadRequest, { check_only: 0, order_list: [sent] }).value).toEqual({
      check_only: '0',
      order_list: [{ ...rest, send_flg: '0', detail_list: [{ ...line, line_no: '7', prod_lot_qty: '3' }] }],
    });
  });

  it.each(ofAnOrder)('judges %s of an order: %j, %s', (field, value, code) => {
    const second = { ...order, upload_no: 'u-2', [field]: value };
    expect(judge([order, second])).toEqual(code === undefined ? [] : [`order_list[1].${field} ${code}`]);
  });

  it.each(ofALine)('judges %s of a line: %j, %s', (field, value, code) => {
    const detail_list = [line, line, { ...line, [field]: value }];
    expect(judge([{ ...order, detail_list }])).toEqual(
      code === undefined ? [] : [`order_list[0].detail_list[2].${field} ${code}`],
    );
  });

  it.each<[string, object, readonly string[]]>([
    ['catalog_id alone', { catalog_id: 'c' }, []],
    ['private_item_code alone', { private_item_code: 'p' }, []],
    ['one beside an empty other', { catalog_id: '', private_item_code: 'p' }, []],
    ['the other beside an empty one', { catalog_id: 'c', private_item_code: null }, []],
    ['none', {}, ['catalog_id E000001']],
    ['both empty', { catalog_id: '', private_item_code: '' }, ['catalog_id E000001']],
    ['both', { catalog_id: 'c', private_item_code: 'p' }, ['private_item_code E000002']],
    ['one too long', { private_item_code: tooLong(200) }, ['private_item_code E000003']],
    ['one of a wrong type', { private_item_code: 7 }, ['private_item_code E000002']],
    ['both, one of them wrong', { catalog_id: 7, private_item_code: 'p' }, ['catalog_id E000002']],
  ])('needs exactly one name of the product: %s', (_name, names, expected) => {
    const detail_list = [{ line_no: '1', prod_lot_qty: '1', ...names }];
    expect(judge([{ ...order, detail_list }])).toEqual(
      expected.map((defect) => `order_list[0].detail_list[0].${defect}`),
    );
  });

  it.each(absentValues)('misses order_list when it is %j', (order_list) => {
    expect(judge(order_list)).toEqual(['order_list E000001']);
  });

  it.each(notLists)('refuses order_list %j', (order_list) => {
    expect(judge(order_list)).toEqual(['order_list E000002']);
  });

  it.each<[unknown, string]>([
    [null, 'E000001'],
    ['', 'E000001'],
    ['u-2', 'E000002'],
    [5, 'E000002'],
    [[order], 'E000002'],
  ])('refuses %j for an order or a line', (element, code) => {
    expect(judge([order, element])).toEqual([`order_list[1] ${code}`]);
    expect(judge([{ ...order, detail_list: [line, element] }])).toEqual([`order_list[0].detail_list[1] ${code}`]);
  });

  it('needs the fields of an empty order', () => {
    expect(judge([order, {}])).toEqual(
      ['upload_no', 'member_code_self', 'member_code_partner', 'hope_delivery_date', 'send_flg', 'detail_list'].map(
        (field) => `order_list[1].${field} E000001`,
      ),
    );
  });

  it.each<[unknown, readonly string[]]>([
    ['0', []],
    [1, []],
    [null, []],
    ['2', ['check_only E000004']],
    [true, ['check_only E000002']],
    [[1], ['check_only E000002']],
  ])('judges check_only %j', (check_only, expected) => {
    expect(refusals(OrderUploadRequest, { check_only, order_list: [order] })).toEqual(expected);
  });

  it('reports a repeated upload_no at each repetition', () => {
    const orders = ['a', 'b', 'a', 'A', 'b', 'a'].map((upload_no) => ({ ...order, upload_no }));
    expect(judge(orders)).toEqual([2, 4, 5].map((place) => `order_list[${place}].upload_no E000015`));
  });

  it('reports another defect of an upload_no rather than its repetition', () => {
    const orders = [tooLong(40), tooLong(40)].map((upload_no) => ({ ...order, upload_no }));
    expect(judge(orders)).toEqual([0, 1].map((place) => `order_list[${place}].upload_no E000003`));
  });

  it('takes the same line_no and product again', () => {
    expect(judge([{ ...order, detail_list: [line, line] }])).toEqual([]);
  });

  it('holds the orders to 1,000', () => {
    expect(judge(numbered(1_000, [line]))).toEqual([]);
    expect(judge(numbered(1_001, [line]))).toEqual(['order_list E000007']);
  });

  it('holds the lines of all orders to 20,000', () => {
    const orders = numbered(100, copies(line, 200));
    expect(judge(orders)).toEqual([]);
    expect(judge([...orders, { ...order, detail_list: [line] }])).toEqual(['order_list E000007']);
    expect(judge([...orders.slice(1), 7, null, { ...order, detail_list: 'x' }])).toHaveLength(3);
  });

  it('reports all defects at once, in the order of the fields', () => {
    const orders = [
      { ...order, upload_no: 5, send_flg: '7', detail_list: [{}, { ...line, prod_lot_qty: '0' }, null] },
      { ...order, hope_delivery_date: '2026-02-30' },
      { ...order, member_code_self: '', detail_list: [{ ...line, private_item_code: 'p' }] },
    ];
    expect(refusals(OrderUploadRequest, { response_type: 'xml', check_only: 'x', order_list: orders })).toEqual([
      'response_type E000004',
      'check_only E000004',
      'order_list[0].upload_no E000002',
      'order_list[0].send_flg E000004',
      'order_list[0].detail_list[0].line_no E000001',
      'order_list[0].detail_list[0].catalog_id E000001',
      'order_list[0].detail_list[0].prod_lot_qty E000001',
      'order_list[0].detail_list[1].prod_lot_qty E000002',
      'order_list[0].detail_list[2] E000001',
      'order_list[1].hope_delivery_date E000002',
      'order_list[2].upload_no E000015',
      'order_list[2].member_code_self E000001',
      'order_list[2].detail_list[0].private_item_code E000002',
    ]);
  });

  it('lists 10,000 defects of 20,000 broken lines', () => {
    expect(judge(numbered(100, copies({ line_no: '1' }, 200)))).toHaveLength(10_000);
  });

  it('names unknown fields of orders and lines once', () => {
    const orders = numbered(2, [{ ...line, color: 'red' }]).map((one) => ({ ...one, shop: 1 }));
    expect(readRequest(OrderUploadRequest, { order_list: orders, day: 1 }).ignoredFields).toEqual([
      'order_list[].detail_list[].color',
      'order_list[].shop',
      'day',
    ]);
  });

  it('names no members: they are outcomes of their orders', () => {
    expect(refusals(OrderUploadRequest, { order_list: [{ ...order, member_code_self: 'nobody' }] })).toEqual([]);
  });
});

function judge(order_list: unknown): readonly string[] {
  return refusals(OrderUploadRequest, { order_list });
}

function copies(element: object, count: number): readonly object[] {
  return Array.from({ length: count }, () => element);
}

function numbered(count: number, detail_list: readonly object[]): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ ...order, upload_no: `u${index}`, detail_list }));
}
