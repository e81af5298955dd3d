import { describe, expect, it } from '@jest/globals';
import type { TradeImport } from '@trading-platform/domain-types';
import { JsonBytes } from '../record/json-bytes.js';
import { renderSlip } from '../trade/trade-format.js';
import { changedFields, changedInBodies, changedNames } from './changed-fields.js';

const slip = {
  trade_id: 'T1',
  member_code_self: '10000001',
  status_code: '40',
  trade_comment: '"detail_list":[{"trade_prod_id":',
  partner_group_list: [{ partner_group_code: 'G1' }],
  detail_list: [
    { trade_prod_id: 'T1002', prod_lot_qty: '2', prod_remarks: '{"trade_prod_id":"]}' },
    { trade_prod_id: 'T1001', prod_lot_qty: '1' },
  ],
} satisfies Partial<TradeImport>;

type Given = Partial<Record<keyof typeof slip, unknown>> & Record<string, unknown>;

function stateWith(given: Given): TradeImport {
  return { ...slip, ...given } as unknown as TradeImport;
}

function bodyOf(given: Given): Buffer {
  return Buffer.from(renderSlip(stateWith(given), new JsonBytes()).body);
}

const [two, one] = slip.detail_list;

describe('changed fields', () => {
  it.each<[string, Given, string[]]>([
    ['nothing', {}, []],
    ['absent instead of empty', { trade_total: '' }, []],
    ['the header, in the order of the record', { trade_total: '5', status_code: '60' }, ['status_code', 'trade_total']],
    ['the groups', { partner_group_list: [{ partner_group_code: 'G2' }] }, ['partner_group_list']],
    ['no groups any more', { partner_group_list: [] }, ['partner_group_list']],
    [
      'a line',
      { detail_list: [two, { ...one, tax: '1', prod_lot_qty: '3' }] },
      ['detail_list[T1001].prod_lot_qty', 'detail_list[T1001].tax'],
    ],
    ['the order of the lines', { detail_list: [one, two] }, []],
    ['a new line', { detail_list: [two, one, { trade_prod_id: 'T1003' }] }, ['detail_list[T1003]']],
    ['a line less', { detail_list: [one] }, ['detail_list[T1002]']],
    ['all lines', { detail_list: [] }, ['detail_list[T1001]', 'detail_list[T1002]']],
    ['a second line with the same id', { detail_list: [two, one, { ...one, tax: '1' }] }, ['detail_list[T1001]']],
  ])('are found in objects and in bodies: %s', (_, given, names) => {
    expect(changedNames(changedFields(stateWith({}), stateWith(given)))).toEqual(names);
    expect(changedNames(changedInBodies(bodyOf({}), bodyOf(given)))).toEqual(names);
  });

  it('of fields that are stored only are named, except the update date and the version', () => {
    const after = stateWith({ receipt_day: '2026-11-27', update_date: '2026-11-27 10:00:00', version: '2' });
    expect(changedNames(changedFields(stateWith({}), after))).toEqual(['receipt_day']);
  });
});
