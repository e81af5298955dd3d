import { describe, expect, it } from '@jest/globals';
import {
  type SlipAction,
  slipActions,
  type UpdateField,
  type UpdateLineField,
  updateFields,
  updateLineFields,
  useOfField,
  useOfLineField,
} from '@trading-platform/domain-types';
import { readRequest, refusalCodes, TradeUpdateRequest } from '../src/index.js';
import { absentValues, notCodes, notDays, notLists, notStorable, notTexts, refusals } from './refusals.js';

const head = { update_no: 'u-1', trade_id: 't-1', version: '2' };
const line: Readonly<Record<UpdateLineField, string>> = {
  trade_prod_id: 't-1001',
  line_no: '1',
  catalog_id: 'c1',
  private_item_code: '60101',
  prod_lot_qty: '2.5',
  prod_lot_price: '98.5',
  prod_remarks: 'cold',
};
const values: Readonly<Record<Exclude<UpdateField, 'detail_list'>, string>> = {
  hope_delivery_date: '2026-04-03',
  delivery_place_code: 'P1',
  order_trade_comment: 'back door',
  delivery_date: '2026-04-04',
  shipping_send_date: '2026-04-03',
  shipping_send_time: '07:21:35',
  check_number: '260403-0000001',
  trade_comment: 'one line is short',
  trade_shipping: '500',
  receipt_day: '2026-04-04',
};

/** A line with all fields that the action takes. It has `catalog_id`, so it has no own product code. */
function lineOf(action: SlipAction): Readonly<Record<string, string>> {
  const taken = updateLineFields.filter(
    (field) => useOfLineField(action, field) !== undefined && field !== 'private_item_code',
  );
  return Object.fromEntries(taken.map((field) => [field, line[field]]));
}

/** A value that fits the form of a field. */
function valueOf(field: UpdateField, action: SlipAction): unknown {
  return field === 'detail_list' ? [lineOf(action)] : values[field];
}

/** An update with all fields that its action takes. */
function updateOf(action: SlipAction): Readonly<Record<string, unknown>> {
  const taken = updateFields.filter((field) => useOfField(action, field) !== undefined);
  return { ...head, action, ...Object.fromEntries(taken.map((field) => [field, valueOf(field, action)])) };
}

const uses = slipActions.flatMap((action) => updateFields.map((field) => [action, field] as const));
const lineUses = slipActions
  .filter((action) => useOfField(action, 'detail_list') !== undefined)
  .flatMap((action) => updateLineFields.map((field) => [action, field] as const));

type Row = readonly [field: string, value: unknown, code: string | undefined];

function rowsOf(field: string, sent: readonly unknown[], code: string | undefined): Row[] {
  return sent.map((value): Row => [field, value, code]);
}

const tooLong = (characters: number) => 'x'.repeat(characters + 1);
const longest = (characters: number) => '𠮷'.repeat(characters);
const notAmounts = ['-1', '+1', '1.', '.5', '1,000', '1e3', '1.00001', '1000000000000', ' 1', 'x', true, {}];

/** The refusal of each field of a shipment; undefined if it is accepted. */
const ofAShipment: readonly Row[] = [
  ...['update_no', 'trade_id', 'action'].flatMap((field) => rowsOf(field, absentValues, 'E000001')),
  ...['update_no', 'trade_id', 'member_code_self', 'check_number', 'trade_comment', 'shipping_send_time'].flatMap(
    (field) => rowsOf(field, notTexts, 'E000002'),
  ),
  ...['update_no', 'trade_id', 'member_code_self', 'check_number', 'trade_comment'].flatMap((field) =>
    rowsOf(field, notStorable, 'E000002'),
  ),
  ...['delivery_date', 'shipping_send_date'].flatMap((field) => rowsOf(field, [...notDays, ...notTexts], 'E000002')),
  ...rowsOf('version', notCodes, 'E000002'),
  ...rowsOf('version', ['x', '-1', '1.0', ' 1'], 'E000002'),
  ...rowsOf('version', [1, '999999999999999'], undefined),
  ['version', '1000000000000000', 'E000003'],
  ['update_no', longest(40), undefined],
  ['update_no', tooLong(40), 'E000003'],
  ['trade_id', longest(200), undefined],
  ['trade_id', tooLong(200), 'E000003'],
  ['member_code_self', longest(8), undefined],
  ['member_code_self', tooLong(8), 'E000003'],
  ...rowsOf('action', ['burn', 'Ship', 'approve', ' ship', 60], 'E000004'),
  ['check_number', longest(20), undefined],
  ['check_number', tooLong(20), 'E000003'],
  ['trade_comment', longest(2_000), undefined],
  ['trade_comment', tooLong(2_000), 'E000003'],
  ...rowsOf('shipping_send_time', ['24:00:00', '7:21:35', '07:60:00', '07:21', '07:21:60', 'now'], 'E000002'),
  ...rowsOf('shipping_send_time', ['00:00:00', '23:59:59'], undefined),
  ...rowsOf('trade_shipping', notAmounts, 'E000002'),
  ...rowsOf('trade_shipping', ['0', 0, 500, '999999999999', '0.5'], undefined),
  ...rowsOf('detail_list', notLists, 'E000002'),
];

const lineOfAShipment: readonly Row[] = [
  ...rowsOf('trade_prod_id', absentValues, 'E000001'),
  ...rowsOf('trade_prod_id', [...notTexts, ...notStorable], 'E000002'),
  ['trade_prod_id', tooLong(200), 'E000003'],
  ...rowsOf('prod_lot_qty', absentValues, 'E000001'),
  ...rowsOf('prod_lot_qty', notAmounts, 'E000002'),
  ...rowsOf('prod_lot_qty', ['0', 0, 1.5, '999999999999.9999'], undefined),
  ...rowsOf('prod_lot_price', notAmounts, 'E000002'),
  ...rowsOf('prod_lot_price', ['0', 98.5], undefined),
  ['prod_remarks', longest(2_000), undefined],
  ['prod_remarks', tooLong(2_000), 'E000003'],
];

describe('a trade update request (Spec 4.11)', () => {
  it.each(slipActions)('is read with all fields that its action takes: %s', (action) => {
    const body = { response_type: 'json', check_only: '1', slip_list: [updateOf(action)] };
    expect(readRequest(TradeUpdateRequest, body)).toEqual({ value: body, ignoredFields: [] });
  });

  it.each(uses)('judges that %s takes or needs %s', (action, field) => {
    const use = useOfField(action, field);
    const { [field]: _, ...without } = updateOf(action);
    const expected = { needed: ['E000001', undefined], optional: [undefined, undefined], none: [undefined, 'E000004'] };
    const codes = [without, { ...without, [field]: valueOf(field, 'ship') }].map(
      (update) =>
        judge([update])
          .find((defect) => defect.startsWith(`slip_list[0].${field} `))
          ?.split(' ')[1],
    );
    expect(codes).toEqual(expected[use ?? 'none']);
  });

  it.each(lineUses)('judges that a line of %s takes %s', (action, field) => {
    const { catalog_id: _, ...rest } = lineOf(action);
    const sent = { ...(field === 'private_item_code' ? rest : lineOf(action)), [field]: line[field] };
    const expected = useOfLineField(action, field) === undefined ? [`detail_list[0].${field} E000004`] : [];
    expect(judge([{ ...updateOf(action), detail_list: [sent] }])).toEqual(
      expected.map((defect) => `slip_list[0].${defect}`),
    );
  });

  it.each(ofAShipment)('judges %s of a shipment: %j, %s', (field, value, code) => {
    const second = { ...updateOf('ship'), update_no: 'u-2', trade_id: 't-2', [field]: value };
    const defects = judge([updateOf('ship'), second]).filter((defect) => defect.startsWith(`slip_list[1].${field}`));
    expect(defects).toEqual(code === undefined ? [] : [`slip_list[1].${field} ${code}`]);
  });

  it.each(lineOfAShipment)('judges %s of a line of a shipment: %j, %s', (field, value, code) => {
    const detail_list = [lineOf('ship'), { ...lineOf('ship'), trade_prod_id: 'other', [field]: value }];
    expect(judge([{ ...updateOf('ship'), detail_list }])).toEqual(
      code === undefined ? [] : [`slip_list[0].detail_list[1].${field} ${code}`],
    );
  });

  it.each<[SlipAction, unknown, readonly string[]]>([
    ['ship', '0', []],
    ...(['change', 'return'] as const).flatMap((action) =>
      [...notAmounts, '0', '0.0000'].map((quantity): [SlipAction, unknown, readonly string[]] => [
        action,
        quantity,
        ['E000002'],
      ]),
    ),
  ])('judges the quantity of a line of %s: %j', (action, prod_lot_qty, codes) => {
    const detail_list = [{ ...lineOf(action), prod_lot_qty }];
    expect(judge([{ ...updateOf(action), detail_list }])).toEqual(
      codes.map((code) => `slip_list[0].detail_list[0].prod_lot_qty ${code}`),
    );
  });

  it.each<[string, object, readonly string[]]>([
    ['a version', { version: '1' }, []],
    ['a place in a download', { batch_id: 41, seq: 7 }, []],
    ['nothing', {}, ['version E000001']],
    ['a batch without seq', { batch_id: '41' }, ['seq E000001']],
    ['a seq without batch', { seq: '7' }, ['version E000001']],
    ['both', { version: '1', batch_id: '41', seq: '7' }, ['batch_id E000002', 'seq E000002']],
    ['a batch that is no number', { batch_id: 'x', seq: '7' }, ['batch_id E000002']],
    ['a seq before the first', { batch_id: '41', seq: '0' }, ['seq E000011']],
  ])('needs the version that the caller saw: %s', (_name, names, expected) => {
    const update = { update_no: 'u', trade_id: 't', action: 'confirm', ...names };
    expect(judge([update])).toEqual(expected.map((defect) => `slip_list[0].${defect}`));
  });

  it.each<[string, object, readonly string[]]>([
    ['a line that stays', { trade_prod_id: 'l' }, []],
    ['a line that stays, with its product', { trade_prod_id: 'l', catalog_id: 'c' }, []],
    ['a new line by catalog_id', { line_no: '1', catalog_id: 'c' }, []],
    ['a new line by its own code', { line_no: 1, private_item_code: 'p' }, []],
    ['a new line without number', { catalog_id: 'c' }, ['line_no E000001']],
    ['a line without any name', { line_no: '1' }, ['catalog_id E000001']],
    ['two names', { line_no: '1', catalog_id: 'c', private_item_code: 'p' }, ['private_item_code E000002']],
  ])('names the lines of a changed order: %s', (_name, names, expected) => {
    const detail_list = [{ prod_lot_qty: '1', ...names }];
    expect(judge([{ ...head, action: 'change', detail_list }])).toEqual(
      expected.map((defect) => `slip_list[0].detail_list[0].${defect}`),
    );
  });

  it('reports an update_no, a slip and a line that occur twice, at each repetition', () => {
    const lines = ['l1', 'l2', 'l1'].map((trade_prod_id) => ({ trade_prod_id, prod_lot_qty: '1' }));
    const updates = [
      { ...head, action: 'ship', detail_list: lines },
      { ...head, update_no: 'u-2', action: 'receive' },
      { ...head, trade_id: 't-3', action: 'confirm' },
      { ...head, trade_id: 'T-1', update_no: 'U-1', action: 'confirm' },
    ];
    expect(judge(updates)).toEqual([
      'slip_list[0].detail_list[2].trade_prod_id E000015',
      'slip_list[1].trade_id E000015',
      'slip_list[2].update_no E000015',
    ]);
  });

  it('judges the form of an update whose action is unknown, but not which fields it takes', () => {
    const detail_list = [{ ...line, private_item_code: '' }, { prod_lot_qty: 'x', prod_lot_price: 'y' }, null];
    expect(judge([{ ...head, ...values, action: 'burn', delivery_date: 'soon', detail_list }])).toEqual([
      'slip_list[0].action E000004',
      'slip_list[0].delivery_date E000002',
      'slip_list[0].detail_list[1].prod_lot_qty E000002',
      'slip_list[0].detail_list[1].prod_lot_price E000002',
      'slip_list[0].detail_list[2] E000001',
    ]);
  });

  it.each(absentValues)('misses slip_list when it is %j', (slip_list) => {
    expect(judge(slip_list)).toEqual(['slip_list E000001']);
  });

  it('holds the updates to 1,000 and their lines to 300', () => {
    expect(judge(numbered(1_000, 0))).toEqual([]);
    expect(judge(numbered(1_001, 0))).toEqual(['slip_list E000007']);
    expect(judge(numbered(1, 300))).toEqual([]);
    expect(judge(numbered(1, 301))).toEqual(['slip_list[0].detail_list E000007']);
  });

  it('holds the lines of all updates to 20,000', () => {
    expect(judge(numbered(100, 200))).toEqual([]);
    expect(judge([...numbered(100, 200), { ...updateOf('ship'), update_no: 'last', trade_id: 'last' }])).toEqual([
      'slip_list E000007',
    ]);
  });

  it('names unknown fields once', () => {
    const update = { ...updateOf('ship'), shop: 1, detail_list: [{ ...lineOf('ship'), color: 'red' }] };
    expect(readRequest(TradeUpdateRequest, { slip_list: [update], day: 1 }).ignoredFields).toEqual([
      'slip_list[].detail_list[].color',
      'slip_list[].shop',
      'day',
    ]);
  });

  it('can be refused with these codes', () => {
    expect([...refusalCodes(TradeUpdateRequest)].toSorted()).toEqual([
      ...[1, 2, 3, 4, 7].map((number) => `E00000${number}`),
      'E000011',
      'E000015',
    ]);
  });
});

function judge(slip_list: unknown): readonly string[] {
  return refusals(TradeUpdateRequest, { slip_list });
}

function numbered(count: number, lines: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    ...updateOf('ship'),
    update_no: `u${index}`,
    trade_id: `t${index}`,
    detail_list: Array.from({ length: lines }, (__, place) => ({ trade_prod_id: `l${place}`, prod_lot_qty: '1' })),
  }));
}
