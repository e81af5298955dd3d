import { describe, expect, it } from '@jest/globals';
import { codeLength, isAmount, ownLimits } from '@trading-platform/domain-types';
import {
  DeliveryDateLookupRequest,
  downloadRequest,
  FcPriceLookupRequest,
  RequestRefusedError,
  readRequest,
} from '../src/index.js';
import { examineRequest } from '../src/read-request.js';

const MasterDownloadRequest = downloadRequest('master');
const PairSettingDownloadRequest = downloadRequest('orderblock');
const TradeDownloadRequest = downloadRequest('trade');

type Code = keyof typeof codeLength;

const days = { target_date_set: '2', target_date_from: '2026-01-05', target_date_to: '2026-01-05' };
const product = { member_code_store: '1', catalog_id: '1', price: '1' };
const dates = { order_send_date: '2026-01-05', delivery_date: '2026-01-05' };

/** A field of an import file, and the request field with the same codes. */
const asked: readonly (readonly [
  code: Code,
  field: string,
  requestClass: new () => object,
  body: (code: string) => object,
])[] = [
  ...(['large', 'middle', 'small'] as const).map(
    (size) =>
      [
        `food_cat_${size}_code`,
        `food_cat_${size}_code`,
        MasterDownloadRequest,
        (code: string) => ({ [`food_cat_${size}_code`]: code }),
      ] as const,
  ),
  inMaster('member_code', 'member_code_list'),
  inMaster('member_group_code', 'member_group_code_list'),
  inMaster('group_code', 'group_code_list'),
  inMaster('member_code_partner', 'client_member_code_list'),
  inMaster('customer_code', 'client_code_list'),
  inMaster('fc_owner_member_code', 'fc_owner_member_code_list'),
  inMaster('fc_owner_code', 'fc_owner_code_list'),
  inTrade('trade_id', 'trade_id'),
  inTrade('member_code_self', 'member_codes'),
  inTrade('member_code_partner', 'client_member_codes'),
  inTrade('partner_group_code', 'client_group_codes'),
  inTrade('customer_code', 'client_codes'),
  inTrade('delivery_place_id', 'delivery_place_id'),
  inTrade('member_group_code', 'member_group_codes'),
  inTrade('self_group_code', 'group_codes'),
  inTrade('fc_owner_code', 'fc_owner_group_codes'),
  ...(['item_id', 'private_item_id', 'my_catalog_id'] as const).map(
    (code) => [code, 'item_code', TradeDownloadRequest, (item_code: string) => ({ ...days, item_code })] as const,
  ),
  [
    'catalog_id',
    'catalog_id',
    FcPriceLookupRequest,
    (catalog_id) => ({ item: [{ ...product, ...dates, catalog_id }] }),
  ],
  [
    'member_code_store',
    'member_code_store',
    FcPriceLookupRequest,
    (code) => ({ item: [{ ...product, ...dates, member_code_store: code }] }),
  ],
  [
    'catalog_id',
    'catalog_id',
    DeliveryDateLookupRequest,
    (catalog_id) => ({ member_code_self: '1', member_code_partner: '2', details_list: [{ catalog_id }] }),
  ],
  [
    'member_code_partner',
    'member_code_partner',
    DeliveryDateLookupRequest,
    (code) => ({ member_code_self: code, member_code_partner: code, details_list: [{ catalog_id: '1' }] }),
  ],
  [
    'member_code_seller',
    'member_code_seller',
    PairSettingDownloadRequest,
    (code) => ({ member_code_seller: [code], member_code_buyer: [{ member_code: code }] }),
  ],
];

function inMaster(code: Code, field: string) {
  return [code, field, MasterDownloadRequest, (value: string) => ({ [field]: [value] })] as const;
}

function inTrade(code: Code, field: string) {
  return [code, field, TradeDownloadRequest, (value: string) => ({ ...days, [field]: [{ code: value }] })] as const;
}

describe('a value that an import file may contain can be requested', () => {
  it.each(asked)('%s, by %s', (code, _field, requestClass, bodyOf) => {
    expect(() => readRequest(requestClass, bodyOf('𠮷'.repeat(codeLength[code])))).not.toThrow();
  });

  it.each(asked.filter(([code]) => codeLength[code] === ownLimits.textLength || /^(food|.*item_id|my_cat)/.test(code)))(
    '%s, by %s: but no longer value can',
    (code, _field, requestClass, bodyOf) => {
      expect(() => readRequest(requestClass, bodyOf('𠮷'.repeat(codeLength[code] + 1)))).toThrow(RequestRefusedError);
    },
  );

  it.each(['999999999999.9999', '1234567890123', '1.00001', '-1'])('and only such a value: the amount %s', (price) => {
    const body = { item: [{ ...product, ...dates, price }] };
    expect(examineRequest(FcPriceLookupRequest, body).errors.length === 0).toBe(isAmount(price));
  });
});
