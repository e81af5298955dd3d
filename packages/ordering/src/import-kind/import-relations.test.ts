import { describe, expect, it } from '@jest/globals';
import { type ImportKind, importRecords } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { importFormats } from './import-formats.js';

type Line = Readonly<Record<string, unknown>>;

/** Returns the reason why an import refuses a line, or the warnings about the line. */
function saidOf(kind: ImportKind, line: Line): string | readonly string[] {
  const { read, warn } = importFormats[kind].load;
  try {
    const row = read(line);
    return (warn as ((row: unknown, record: unknown) => readonly string[]) | undefined)?.(row, line) ?? [];
  } catch (error) {
    return (error as Error).message;
  }
}

const ofPair = (kind: string, ...rows: readonly Line[]) => ({
  member_code_buyer: 'A',
  seller_list: [{ member_code_seller: 'B', [kind]: rows }],
});
const on = { establish_flg: '1' };
const from = (y: string, m: string, d: string) => ({
  prohibit_date_from_y: y,
  prohibit_date_from_m: m,
  prohibit_date_from_d: d,
});
const to = (y: string, m: string, d: string) => ({
  prohibit_date_to_y: y,
  prohibit_date_to_m: m,
  prohibit_date_to_d: d,
});

describe('a non-trading day', () => {
  const noDay = 'is a day that no calendar has';
  const never = 'so the row never applies';
  const backwards = 'prohibit_date_to_ymd: must not be before the first day of the range';

  it.each<[string, Line, string | readonly string[]]>([
    ['weekly', { ...on, prohibit_flg: '0', week_flg: '1000001' }, []],
    ['weekly without a day', { ...on, prohibit_flg: '0', week_flg: '0000000' }, [`week_flg: has no day, ${never}`]],
    ['weekly without weekdays', { ...on, prohibit_flg: '0' }, [`week_flg: has no day, ${never}`]],
    ['weekly without weekdays, but national holidays', { ...on, prohibit_flg: '0', holiday_flg: '1' }, []],
    ['that is switched off', { establish_flg: '0', prohibit_flg: '0' }, []],
    ['of no kind', { ...on, week_flg: '0000000' }, [`prohibit_flg: is empty, ${never}`]],
    ['of no kind, but national holidays', { ...on, holiday_flg: '1' }, []],
    ['yearly', { ...on, prohibit_flg: '1', prohibit_month: '2', prohibit_day: '29', week_flg: '0000000' }, []],
    ['yearly on 30 February', { prohibit_flg: '1', prohibit_month: '2', prohibit_day: '30' }, `prohibit_day: ${noDay}`],
    ['yearly on 31 April', { prohibit_flg: '1', prohibit_month: '04', prohibit_day: '31' }, `prohibit_day: ${noDay}`],
    [
      'yearly without a month',
      { ...on, prohibit_flg: '1', prohibit_day: '3' },
      [`prohibit_day: needs prohibit_month and prohibit_day, ${never}`],
    ],
    [
      'yearly with weekdays',
      { ...on, prohibit_flg: '1', prohibit_month: '1', prohibit_day: '3', week_flg: '0000001' },
      ['week_flg: is used only with prohibit_flg 0'],
    ],
    [
      'weekly with an impossible day of another kind',
      { ...on, prohibit_flg: '0', week_flg: '1000000', prohibit_month: '2', prohibit_day: '30' },
      ['prohibit_month: is used only with prohibit_flg 1', 'prohibit_day: is used only with prohibit_flg 1'],
    ],
    [
      'range',
      { ...on, prohibit_flg: '2', prohibit_date_from_ymd: '2026-08-13', prohibit_date_to_ymd: '2026-08-13' },
      [],
    ],
    [
      'range backwards',
      { prohibit_flg: '2', prohibit_date_from_ymd: '2026-08-14', prohibit_date_to_ymd: '2026-08-13' },
      backwards,
    ],
    [
      'range backwards in parts',
      { prohibit_flg: '2', ...from('2027', '1', '1'), ...to('2026', '12', '31') },
      backwards,
    ],
    ['range over each new year', { ...on, prohibit_flg: '2', ...from('', '12', '30'), ...to('', '1', '3') }, []],
    [
      'range with one year',
      { ...on, prohibit_flg: '2', ...from('2026', '12', '30'), ...to('', '1', '3') },
      ['prohibit_date_from_y: one end has a year and the other has none, so the range comes every year'],
    ],
    [
      'range from 29 February of no leap year',
      { prohibit_flg: '2', ...from('2026', '2', '29'), ...to('2026', '3', '1') },
      `prohibit_date_from_d: ${noDay}`,
    ],
    [
      'range to 31 June',
      { prohibit_flg: '2', ...from('', '6', '1'), ...to('', '6', '31') },
      `prohibit_date_to_d: ${noDay}`,
    ],
    [
      'range without its end',
      { ...on, prohibit_flg: '2', prohibit_date_from_ymd: '2026-08-13' },
      [`prohibit_date_to_ymd: an end of the range is missing, ${never}`],
    ],
    [
      'range whose parts say the same',
      {
        ...on,
        prohibit_flg: '2',
        prohibit_date_from_ymd: '2026-08-03',
        ...from('2026', '8', '03'),
        prohibit_date_to_ymd: '2026-08-13',
      },
      [],
    ],
    [
      'range whose parts say something else',
      {
        ...on,
        prohibit_flg: '2',
        prohibit_date_from_ymd: '2026-08-03',
        ...from('2026', '9', '3'),
        prohibit_date_to_ymd: '2026-08-13',
      },
      ['prohibit_date_from_m: differs from prohibit_date_from_ymd, which counts'],
    ],
  ])('%s', (_name, row, said) => {
    const at = 'seller_list[0].nottrade[1].';
    const expected = typeof said === 'string' ? at + said : said.map((warning) => at + warning);
    expect(saidOf('nottrade', ofPair('nottrade', {}, row))).toEqual(expected);
  });
});

const beaten = (index: number, by: number) =>
  `seller_list[0].orderclosing[${index}].closing_time: the row at ${by} always goes before this one, which has no effect`;

describe('a closing time', () => {
  const row = (set_no: string, more: Line = {}) => ({
    oct_set_buyer_or_seller: '1',
    set_id: 'S',
    set_no,
    app_ord_flg: '1',
    target: '1',
    closing_time: '15:00',
    ...more,
  });

  it.each<[string, readonly Line[], readonly string[]]>([
    ['beside one for other days', [row('1'), row('2', { target: '2' })], []],
    ['beside an earlier one', [row('1'), row('2', { closing_time: '14:00' })], [beaten(0, 1)]],
    ['beside the same one', [row('1'), row('2')], [beaten(1, 0)]],
    ['beside one of a longer period', [row('1'), row('2', { delivery_period: '3' })], [beaten(0, 1)]],
    ['that never closes, beside one that does', [row('1', { closing_time: '' }), row('2')], [beaten(0, 1)]],
    ["beside the buyer's", [row('1'), row('2', { oct_set_buyer_or_seller: '0', target: '0' })], [beaten(0, 1)]],
    [
      "beside the buyer's, which holds later",
      [row('1'), row('2', { oct_set_buyer_or_seller: '0', change_app_date: '2027-01-01' })],
      [],
    ],
    [
      'beside one for another order destination',
      [row('1'), row('2', { closing_time: '14:00', member_code_order_to: 'D' })],
      [],
    ],
    [
      'of an order destination, beside one for all',
      [row('1', { member_code_order_to: 'D' }), row('2', { closing_time: '14:00' })],
      [beaten(0, 1)],
    ],
    ['beside one that is switched off', [row('1'), row('2', { closing_time: '14:00', app_ord_flg: '0' })], []],
    [
      'beside a newer version of itself',
      [row('1'), row('1', { closing_time: '14:00', change_app_date: '2026-12-01' })],
      [],
    ],
    [
      'beside one that will change',
      [
        row('1'),
        row('2', { closing_time: '14:00' }),
        row('2', { closing_time: '16:00', change_app_date: '2026-12-01' }),
      ],
      [],
    ],
    [
      'that matches no day',
      [row('1', { target: '' })],
      ['seller_list[0].orderclosing[0].target: is empty, so the row never applies'],
    ],
  ])('%s', (_name, rows, said) => {
    expect(saidOf('orderclosing', ofPair('orderclosing', ...rows))).toEqual(said);
  });
});

describe('relations of other kinds', () => {
  const block = 'another row of the pair blocks, so this one has no effect';
  const member = { member_code: 'A' };
  const rule = { fc_owner_member_code: 'A', method: 'fixed', value: '1' };
  const product = { member_code: 'A', member_code_partner: 'B', buy: [{ item_id: '1' }] };
  const slip = { trade_id: 'T', member_code_self: 'A', status_code: '40' };
  const line = { catalog_id: 'c' };

  it.each<[ImportKind, Line, string | readonly string[]]>([
    [
      'businessholiday',
      { member_code_seller: 'B', businessholiday: [{ holiday: '2026-12-31' }, {}] },
      ['businessholiday[1].holiday: is empty, so the row never applies'],
    ],
    [
      'orderblock',
      ofPair('orderblock', { order_block_flg: '1' }, { order_block_flg: '0', member_code_order_to: 'D' }),
      [`seller_list[0].orderblock[1].order_block_flg: ${block}`],
    ],
    [
      'orderblock',
      ofPair('orderblock', { order_block_flg: '0' }, { order_block_flg: '1', member_code_order_to: 'D' }),
      [],
    ],
    [
      'members',
      { ...member, invoice_member_kbn: '2', invoice_reg_no: 'T7000012050002' },
      'invoice_reg_no: must be empty for a member that is exempt',
    ],
    ['members', { ...member, invoice_reg_no: 'T1000012050002' }, ['invoice_reg_no: the check digit is wrong']],
    [
      'members',
      { ...member, head_office_member_code: 'A', fc_owner_member_code: 'A' },
      [
        'head_office_member_code: is the member itself, which is no head office of its own',
        'fc_owner_member_code: is the member itself, which is no FC owner of its own',
      ],
    ],
    [
      'members',
      { ...member, fc_owner_code: 'OW1' },
      ['fc_owner_code: names an FC owner, but fc_owner_member_code is empty'],
    ],
    [
      'fc-prices',
      { ...rule, catalog_id: 'c', food_cat_large_code: '01' },
      'food_cat_large_code: must be empty where catalog_id is given',
    ],
    [
      'fc-prices',
      { ...rule, valid_from: '2026-02-01', valid_to: '2026-01-31' },
      'valid_to: must not be before valid_from',
    ],
    ['fc-prices', { ...rule, rounding: '2' }, ['rounding: is used only with method rate']],
    ['fc-prices', { ...rule, rounding: '0' }, []],
    [
      'fc-prices',
      { ...rule, member_code_store: 'A' },
      ['member_code_store: is the FC owner itself, which is no store of its own'],
    ],
    [
      'delivery-places',
      { member_code: 'A', delivery_place_id: '1' },
      ['delivery_place_code: is empty, and the place is no default one, so no order can go there'],
    ],
    ['delivery-places', { member_code: 'A', delivery_place_id: '1', default_flg: '1' }, []],
    [
      'master',
      { ...product, catalog: [line, { item_id: '2' }] },
      [
        'catalog[1].catalog_id: is empty, so the line cannot be ordered',
        'catalog[1].item_id: differs from 1, by which the product is known',
      ],
    ],
    [
      'master',
      {
        ...product,
        catalog: [{ ...line, store_unshare_flg: '1', share_flg: '0', price_change_st_date: '2026-12-01' }],
      },
      [
        'catalog[0].store_unshare_flg: is used only with share_flg 1',
        'catalog[0].price_change_st_date: has no price that would hold from then on',
      ],
    ],
    [
      'master',
      { ...product, catalog: [{ ...line, price_change_st_date: '2026-12-01', request_prod_lot_price: '1' }] },
      [],
    ],
    [
      'trade',
      { ...slip, status_code: '10', slip_kind: '2' },
      ['slip_kind: is not used with status_code 10 and 20, which are kinds of their own'],
    ],
    [
      'trade',
      { ...slip, order_day: '2026-11-02', delivery_date: '2026-11-01' },
      ['delivery_date: is before order_day'],
    ],
    [
      'trade',
      { ...slip, trade_id_from: 'T', delivery_date: '2026-11-01', order_day: '2026-11-02' },
      ['trade_id_from: is the slip itself'],
    ],
    [
      'trade',
      { ...slip, shipping_send_date: '2026-11-02', receipt_day: '2026-11-01' },
      ['receipt_day: is before shipping_send_date'],
    ],
    [
      'trade',
      { ...slip, invoice_method_flg: '1', fc_invoice_reg_no: 'T1', fc_invoice_member_kbn: '2' },
      [
        'invoice_method_flg: is 1 without invoice_reg_no',
        'fc_invoice_reg_no: stands there for a member that is exempt',
      ],
    ],
    [
      'trade',
      { ...slip, detail_list: [{}, { tax_free_flg: '1', reduced_tax_rate_flg: '1' }] },
      ['detail_list[1].reduced_tax_rate_flg: is 1 in a line that is tax exempt'],
    ],
  ])('%s: %j', (kind, record, said) => {
    expect(saidOf(kind, record)).toEqual(said);
  });

  // The example of a non-trading day is left out, because it has a value in every field.
  const kinds = (Object.keys(importRecords) as ImportKind[]).filter((kind) => kind !== 'nottrade');
  it.each(kinds)('find nothing odd in the example of %s', (kind) => {
    expect(saidOf(kind, describedRecord(importRecords[kind]).example)).toEqual([]);
  });
});
