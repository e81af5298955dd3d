import { describe, expect, it } from '@jest/globals';
import {
  DeliveryPlaceListRequest,
  OrderListRequest,
  OrderMasterListRequest,
  PartnerListRequest,
  readRequest,
} from '../src/index.js';
import { examineRequest } from '../src/read-request.js';
import { absentValues, codes, notCodes, notDayTimes, notLists, notTexts, refusals } from './refusals.js';

const classes = [PartnerListRequest, OrderMasterListRequest, DeliveryPlaceListRequest, OrderListRequest].map(
  (made) => [made.name, made] as const,
);

type Row = readonly [field: string, value: unknown, code: string | undefined];

const ofEveryList: readonly Row[] = [
  ...['response_type', 'member_code_self', 'limit', 'cursor'].flatMap((field) =>
    absentValues.map((value): Row => [field, value, undefined]),
  ),
  ...['response_type', 'member_code_self', 'cursor'].flatMap((field) =>
    notTexts.map((value): Row => [field, value, 'E000002']),
  ),
  ['response_type', 'xml', 'E000004'],
  ['response_type', 'x'.repeat(11), 'E000003'],
  ['member_code_self', '12345678', undefined],
  ['member_code_self', '123456789', 'E000003'],
  ...notCodes.map((value): Row => ['limit', value, 'E000002']),
  ...['1', 1, '1000', 1_000, '007'].map((value): Row => ['limit', value, undefined]),
  ...['0', 0, '1001', 1_001, '9'.repeat(200)].map((value): Row => ['limit', value, 'E000004']),
  ...['-1', -1, '1.0', 'all', ' 1'].map((value): Row => ['limit', value, 'E000002']),
  ['limit', '9'.repeat(201), 'E000003'],
  ['cursor', 'Abc-_9', undefined],
  ['cursor', 'x'.repeat(4_000), undefined],
  ['cursor', 'x'.repeat(4_001), 'E000003'],
  ['cursor', ' '.repeat(4_001), 'E000003'],
  ...['a b', 'a=', 'a+/', 'é', 'a\n'].map((value): Row => ['cursor', value, 'E000002']),
];

describe.each(classes)('%s (Spec 4.11)', (_name, made) => {
  it('asks for nothing', () => {
    expect(readRequest(made, {}).value).toEqual({});
  });

  it.each(ofEveryList)('judges %s %j: %s', (field, value, code) => {
    expect(refusals(made, { [field]: value })).toEqual(code === undefined ? [] : [`${field} ${code}`]);
  });

  it('names the member whose list it is', () => {
    expect(examineRequest(made, { member_code_self: '10000001' }).namedMembers).toEqual([
      { item: 'member_code_self', memberCode: '10000001', right: 'visible' },
    ]);
  });
});

describe('the filters of a list', () => {
  it.each<[new () => object, Row]>([
    ...notLists.map((value): [new () => object, Row] => [
      PartnerListRequest,
      ['client_member_code_list', value, 'E000002'],
    ]),
    [PartnerListRequest, ['client_member_code_list', codes(10_000), undefined]],
    [PartnerListRequest, ['client_member_code_list', codes(10_001), 'E000007']],
    [OrderListRequest, ['status_code', ['10', 40], undefined]],
    [OrderListRequest, ['status_code', codes(31), 'E000007']],
    [OrderMasterListRequest, ['food_cat_large_code', '123', 'E000003']],
    [OrderMasterListRequest, ['food_cat_middle_code', '12345', 'E000003']],
    [OrderMasterListRequest, ['food_cat_small_code', '1234567', 'E000003']],
    [OrderMasterListRequest, ['sell_stop', '2', undefined]],
    [OrderMasterListRequest, ['sell_stop', '3', 'E000004']],
    ...['mc_upd_date_from', 'mc_upd_date_to'].flatMap((field) =>
      notDayTimes.map((value): [new () => object, Row] => [OrderMasterListRequest, [field, value, 'E000002']]),
    ),
  ])('are judged: %p %j', (made, [field, value, code]) => {
    expect(refusals(made, { [field]: value })).toEqual(code === undefined ? [] : [`${field} ${code}`]);
  });

  it('name each wrong status', () => {
    expect(refusals(OrderListRequest, { status_code: ['10', '', '11', 40, 'x'] })).toEqual([
      'status_code[2] E000004',
      'status_code[4] E000004',
    ]);
  });

  it('hold a range of times', () => {
    const range = { mc_upd_date_from: '2026-01-02 00:00:00', mc_upd_date_to: '2026-01-01 00:00:00' };
    expect(refusals(OrderMasterListRequest, range)).toEqual(['mc_upd_date_to E000005']);
  });

  it('name no members: an unknown partner matches nothing', () => {
    expect(examineRequest(PartnerListRequest, { client_member_code_list: ['1'] }).namedMembers).toEqual([]);
  });
});
