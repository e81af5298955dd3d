import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import {
  apiPaths,
  batchFlg,
  type ErrorCode,
  errorCode,
  errorTable,
  flag,
  itemCodeField,
  itemCodeKind,
  masterRequest,
  maxElements,
  maxLength,
  ownLimits,
  realm,
  scope,
  slipStatus,
  statusSet,
  type TargetDateSet,
  targetDateField,
  targetDateSet,
  tradeDetail,
  tradeRequest,
} from '../src/index.js';

describe('coded values', () => {
  it('of batch_flg', () => {
    expect(batchFlg).toEqual({
      empty: '0',
      waiting: '1',
      processing: '2',
      finished: '3',
      cancelled: '4',
      failed: '5',
    });
  });

  it('of slips', () => {
    expect(Object.values(slipStatus)).toEqual(['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90']);
    expect(Object.values(statusSet)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(flag).toEqual({ off: '0', on: '1' });
  });

  it('of target_date_set, each with the field it reads', () => {
    expect(Object.values(targetDateSet)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(Object.values(targetDateSet).map((kind) => targetDateField[kind])).toEqual([
      'update_date',
      'status_day',
      'order_day',
      'planned_shipping_day',
      'shipping_send_date',
      'delivery_date',
      'receipt_day',
      'send_date',
    ]);
    expectTypeOf<TargetDateSet>().toEqualTypeOf<'0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'>();
  });

  it('of item_code_kind, each with a field of a slip line', () => {
    expect(Object.values(itemCodeKind).map((kind) => itemCodeField[kind])).toEqual([
      'item_id',
      'private_item_id',
      'my_catalog_id',
    ]);
    expect(tradeDetail.fieldNames).toEqual(expect.arrayContaining(Object.values(itemCodeField)));
  });
});

describe('error codes', () => {
  it('are all there, each with a name of its own', () => {
    expect(Object.keys(errorTable)).toEqual([
      ...numbered('E0', 23),
      ...numbered('E1', 3),
      ...numbered('E7', 6),
      ...numbered('E9', 2),
    ]);
    expect(Object.values(errorCode).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  });

  it('have names whose types are the codes', () => {
    expectTypeOf(errorCode.missing).toEqualTypeOf<'E000001'>();
    expectTypeOf(errorCode.memberNotVisible).toEqualTypeOf<'E000008'>();
    expectTypeOf<(typeof errorCode)[keyof typeof errorCode]>().toEqualTypeOf<ErrorCode>();
    expect(errorCode).toMatchObject({ missing: 'E000001', memberNotVisible: 'E000008', internal: 'E900001' });
  });

  it('say what to do, in one sentence', () => {
    for (const { detail } of Object.values(errorTable)) expect(detail).toMatch(/^[A-Z][^.]+\.$/);
  });
});

describe('limits', () => {
  it('of the contract', () => {
    expect(maxLength).toEqual({
      response_type: 10,
      member_code_self: 8,
      member_code_partner: 8,
      send_date: 19,
      food_cat_large_code: 2,
      food_cat_middle_code: 4,
      food_cat_small_code: 6,
      item_code: 20,
    });
    expect(maxElements).toEqual({
      fc_owner_code_list: 100,
      status_code: 30,
      trade_id: 100,
      client_member_codes: 100,
      client_group_codes: 100,
      client_codes: 100,
      delivery_place_id: 100,
      member_codes: 100,
      member_group_codes: 100,
      group_codes: 100,
      fc_owner_group_codes: 100,
      fc_owner_member_codes: 100,
    });
  });

  it('name fields of requests', () => {
    const names: readonly string[] = [...masterRequest.fieldNames, ...tradeRequest.fieldNames];
    for (const name of Object.keys(maxElements)) expect(names).toContain(name);
  });

  it('of our own', () => {
    expect(ownLimits).toMatchObject({ listElements: 10_000, batchIdDigits: 18 });
  });
});

describe('fixed values', () => {
  it('are those of the contract', () => {
    expect([scope, realm]).toEqual(['openid profile email qualified', '/api']);
  });

  it('give every download its three steps, the second under two names', () => {
    expect(apiPaths.master).toEqual({
      request: '/master/download/buy/request',
      check: '/master/download/buy/check',
      confirm: '/master/download/buy/confirm',
      get: '/master/download/buy/get',
    });
    expect(Object.values(apiPaths.upload)).toEqual(
      ['request', 'check', 'confirm', 'get'].map((step) => `/order/upload/${step}`),
    );
    expectTypeOf(apiPaths.orderblock.get).toEqualTypeOf<'/setting/orderblock/download/get'>();
  });
});

function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(5, '0')}`);
}
