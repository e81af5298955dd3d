import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { expectTypeOf } from 'expect-type';
import * as domainTypes from '../src/index.js';
import {
  arrayOf,
  type BuyLine,
  businessHolidayGetAnswer,
  buyLine,
  catalogLine,
  type DeliveryDateAnswer,
  defineRecord,
  deliveryDateAnswer,
  deliveryPlaceListAnswer,
  deliveryPlaceListRequest,
  envelope,
  type FcPriceAnswer,
  type FieldDefinition,
  fcPriceAnswer,
  importRecords,
  isOptional,
  type MasterImport,
  type MasterRecord,
  masterRecord,
  type NonTradingDayGetAnswer,
  nameOf,
  nonTradingDayGetAnswer,
  orderBlockGetAnswer,
  orderClosingGetAnswer,
  orderGenerateAnswer,
  orderListAnswer,
  orderListRequest,
  orderMasterListAnswer,
  orderMasterListRequest,
  partnerGroup,
  partnerListAnswer,
  partnerListRequest,
  type RecordDefinition,
  type TokenRecord,
  type TradeImport,
  type TradeRecord,
  tokenRecord,
  tradeAmountFields,
  tradeDetail,
  tradeFcAmountFields,
  tradeHeaderFields,
  tradeInvoiceFields,
  tradeRecord,
  tradeStoredFields,
  uploadCheckAnswer,
  uploadGetAnswer,
  uploadLine,
  uploadOrder,
  uploadRequest,
} from '../src/index.js';

const exported: readonly unknown[] = Object.values(domainTypes);
const definitions = exported.filter(isDefinition);
// The generated code runs only a few times, so optimising it costs more than it saves.
const ajv = new Ajv({ strict: true, code: { optimize: false } });

describe('every record', () => {
  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    'has a strict schema and a sample that fits it: %s',
    (_name, definition) => {
      const accepts = ajv.compile(definition.schema);
      const sample = sampleOf(definition);

      expect(accepts(sample)).toBe(true);
      expect(Object.keys(sample)).toEqual(definition.fieldNames);
      expect(accepts({ ...sample, color: 'red' })).toBe(false);
      for (const field of definition.fields.filter((candidate) => !isOptional(candidate))) {
        expect(accepts({ ...sample, [nameOf(field)]: null })).toBe(false);
      }
    },
  );
});

describe('field counts', () => {
  it.each<[string, readonly unknown[], number]>([
    ['buy', buyLine.fieldNames, 152],
    ['catalog', catalogLine.fieldNames, 48],
    ['master header', masterRecord.fieldNames.slice(0, -2), 15],
    ['trade header', ['batch_id', 'seq', 'create_date', ...tradeHeaderFields], 36],
    ['trade amounts', tradeAmountFields, 17],
    ['trade FC amounts', tradeFcAmountFields, 11],
    ['trade invoice', tradeInvoiceFields, 27],
    ['trade', tradeRecord.fieldNames, 93],
    ['partner group', partnerGroup.fieldNames, 2],
    ['slip line', tradeDetail.fieldNames, 50],
  ])('%s', (_name, fieldNames, count) => {
    expect(fieldNames).toHaveLength(count);
    expect(new Set(fieldNames).size).toBe(count);
  });

  it('pins the counts in the types', () => {
    expectTypeOf(buyLine.fieldNames.length).toEqualTypeOf<152>();
    expectTypeOf(catalogLine.fieldNames.length).toEqualTypeOf<48>();
    expectTypeOf(tradeDetail.fieldNames.length).toEqualTypeOf<50>();
  });
});

describe('the stock_sub families', () => {
  it('are complete and follow their base fields', () => {
    expect(buyLine.fieldNames.slice(26, 150)).toEqual([
      'stock_qty_base',
      ...thirty('stock_sub_qty'),
      'stock_unit_base',
      ...thirty('stock_sub_unit'),
      'stock_unit_code_base',
      ...thirty('stock_sub_unit_code'),
      'private_stock_unit_code_base',
      ...thirty('private_stock_sub_unit_code'),
    ]);
    expect(buyLine.fieldNames.slice(150)).toEqual(['create_date', 'update_date']);
  });

  it('are strings by name in the type', () => {
    expectTypeOf<BuyLine['stock_sub_qty1']>().toEqualTypeOf<string>();
    expectTypeOf<BuyLine['private_stock_sub_unit_code30']>().toEqualTypeOf<string>();
    expectTypeOf<BuyLine>().not.toHaveProperty('stock_sub_qty31');
    expectTypeOf<BuyLine>().not.toHaveProperty('stock_sub_qty0');
  });
});

describe('wire order', () => {
  it('of a master record', () => {
    expect(masterRecord.fieldNames).toEqual([
      'batch_id',
      'seq',
      'create_date',
      'member_code',
      'group_code',
      'member_name',
      'op_name',
      'private_op_code',
      'member_code_partner',
      'customer_code',
      'member_name_partner',
      'member_code_order_to',
      'order_code_to',
      'order_name_to',
      'order_name_kana_to',
      'buy',
      'catalog',
    ]);
  });

  it('of a trade record: header, amounts, FC amounts, invoice, arrays', () => {
    expect(tradeRecord.fieldNames).toEqual([
      'batch_id',
      'seq',
      'create_date',
      ...tradeHeaderFields,
      ...tradeAmountFields,
      ...tradeFcAmountFields,
      ...tradeInvoiceFields,
      'partner_group_list',
      'detail_list',
    ]);
    expect([tradeHeaderFields[0], tradeHeaderFields.at(-1)]).toEqual(['trade_id', 'self_group_code']);
    expect([tradeInvoiceFields[0], tradeInvoiceFields.at(-1)]).toEqual(['invoice_method_flg', 'user_date']);
  });

  it('of the answers that are not batches', () => {
    expect(deliveryDateAnswer.fieldNames).toEqual(['request_id', 'result', 'error_list', 'details_list']);
    expect(fcPriceAnswer.fieldNames).toEqual(['request_id', 'result', 'error_list', 'item']);
  });

  it.each([
    ['nottrade', nonTradingDayGetAnswer],
    ['orderclosing', orderClosingGetAnswer],
    ['orderblock', orderBlockGetAnswer],
  ] as const)('of the %s answer: buyers, sellers, rows', (rows, answer) => {
    expect(answer.fieldNames).toEqual(['request_id', 'result', 'error_list', 'result_list']);
    expect(shapeOf(answer.fields[3].item)).toEqual(['member_code_buyer', 'seller_list']);
    expect(shapeOf(answer.fields[3].item.fields[1].item)).toEqual(['member_code_seller', rows]);
  });

  it('of the businessholiday answer: sellers, days', () => {
    expect(shapeOf(businessHolidayGetAnswer.fields[3].item)).toEqual(['member_code_seller', 'businessholiday']);
  });
});

describe('the functions whose shapes are ours', () => {
  it('ask for orders with their lines', () => {
    expect([uploadRequest, uploadOrder, uploadLine].map(shapeOf)).toEqual([
      ['response_type', 'check_only', 'order_list'],
      [
        'upload_no',
        'member_code_self',
        'member_code_partner',
        'delivery_place_code',
        'hope_delivery_date',
        'order_trade_comment',
        'send_flg',
        'detail_list',
      ],
      ['line_no', 'catalog_id', 'private_item_code', 'prod_lot_qty', 'prod_remarks'],
    ]);
  });

  it('answer each uploaded order', () => {
    expect(uploadCheckAnswer.fieldNames.slice(-3)).toEqual(['batch_flg', 'record_count', 'error_count']);
    expect(shapeOf(uploadGetAnswer.fields[3].item)).toEqual([
      'seq',
      'upload_no',
      'result',
      'trade_id',
      'check_number',
      'version',
      'error_list',
    ]);
    expect(shapeOf(orderGenerateAnswer.fields[3].item)).toEqual(['trade_id', 'version']);
  });

  it.each<[RecordDefinition, readonly string[]]>([
    [partnerListRequest, ['client_member_code_list']],
    [
      orderMasterListRequest,
      [
        'food_cat_large_code',
        'food_cat_middle_code',
        'food_cat_small_code',
        'sell_stop',
        'mc_upd_date_from',
        'mc_upd_date_to',
      ],
    ],
    [deliveryPlaceListRequest, []],
    [orderListRequest, ['status_code', 'client_member_code_list', 'order_day_from', 'order_day_to', 'with_names']],
  ])('list by pages: %p', (request, filters) => {
    expect(request.fieldNames).toEqual(['response_type', 'member_code_self', 'limit', 'cursor', ...filters]);
    expect(request.schema.required).toEqual([]);
  });

  it.each<[RecordDefinition, string]>([
    [partnerListAnswer, 'partner_list'],
    [orderMasterListAnswer, 'catalog_list'],
    [deliveryPlaceListAnswer, 'delivery_place_list'],
    [orderListAnswer, 'order_list'],
  ])('answer a page of %p', (answer, list) => {
    expect(answer.fieldNames.slice(3)).toEqual([list, 'next_cursor']);
  });
});

describe('spellings of the contract', () => {
  it('exires_in beside the standard name, an integer', () => {
    expect(tokenRecord.fieldNames.slice(0, 5)).toEqual([
      'scope',
      'exires_in',
      'token_type',
      'access_token',
      'refresh_token',
    ]);
    expectTypeOf<TokenRecord['exires_in']>().toEqualTypeOf<number>();
    expectTypeOf<TokenRecord['expires_in']>().toEqualTypeOf<number | undefined>();
  });

  it('camelCase per product of 4.5', () => {
    expectTypeOf<DeliveryDateAnswer['details_list'][number]['detail_error_list'][number]>().toEqualTypeOf<{
      readonly errorItem: string;
      readonly errorCode: string;
      readonly errorDetail: string;
    }>();
  });

  it('a capital Price of 4.9, both prices integers', () => {
    expectTypeOf<FcPriceAnswer['item'][number]['Price']>().toEqualTypeOf<number>();
    expectTypeOf<FcPriceAnswer['item'][number]['fc_price']>().toEqualTypeOf<number>();
    expectTypeOf<FcPriceAnswer['item'][number]>().not.toHaveProperty('price');
  });

  it('an envelope with an integer result and error_list', () => {
    expect(envelope.schema).toEqual({
      type: 'object',
      title: 'envelope',
      properties: {
        request_id: { type: 'string' },
        result: { type: 'integer' },
        error_list: {
          type: 'array',
          items: {
            type: 'object',
            title: 'error',
            properties: {
              error_item: { type: 'string' },
              error_code: { type: 'string' },
              error_detail: { type: 'string' },
            },
            required: ['error_item', 'error_code', 'error_detail'],
            additionalProperties: false,
          },
        },
      },
      required: ['request_id', 'result', 'error_list'],
      additionalProperties: false,
    });
  });

  it('types reach into the arrays', () => {
    expectTypeOf<MasterRecord['buy'][number]>().toEqualTypeOf<BuyLine>();
    expectTypeOf<MasterRecord['catalog'][number]['lead_time']>().toEqualTypeOf<string>();
    expectTypeOf<TradeRecord['detail_list'][number]['subject_code_1a']>().toEqualTypeOf<string>();
    expectTypeOf<TradeRecord['partner_group_list'][number]['partner_group_name']>().toEqualTypeOf<string>();
    expectTypeOf<
      NonTradingDayGetAnswer['result_list'][number]['seller_list'][number]['nottrade'][number]['week_flg']
    >().toEqualTypeOf<string>();
  });
});

describe('import records', () => {
  it('have the delivered shape without the fields of the batch', () => {
    expect(importRecords.master.fieldNames).toEqual(masterRecord.fieldNames.slice(3));
    expect(importRecords.trade.fieldNames).toEqual([...tradeRecord.fieldNames.slice(3), ...tradeStoredFields]);
  });

  it.each<[string, readonly string[]]>([
    ['members', ['member_code']],
    ['master', ['member_code', 'member_code_partner']],
    ['trade', ['trade_id', 'status_code', 'member_code_self']],
    ['nottrade', ['member_code_buyer', 'seller_list']],
    ['orderclosing', ['member_code_buyer', 'seller_list']],
    ['businessholiday', ['member_code_seller']],
    ['orderblock', ['member_code_buyer', 'seller_list']],
    ['fc-prices', ['fc_owner_member_code', 'method', 'value']],
    ['delivery-places', ['member_code', 'delivery_place_id']],
  ])('%s need only their keys', (kind, required) => {
    expect(importRecords[kind as keyof typeof importRecords].schema.required).toEqual(required);
  });

  it('let every other field be absent', () => {
    expectTypeOf<{ member_code: string; member_code_partner: string }>().toExtend<MasterImport>();
    expectTypeOf<{ trade_id: string; member_code_self: string; status_code: string }>().toExtend<TradeImport>();
    expectTypeOf<TradeImport['slip_kind']>().toEqualTypeOf<string | undefined>();
  });
});

function thirty(prefix: string): readonly string[] {
  return Array.from({ length: 30 }, (_, index) => `${prefix}${index + 1}`);
}

function isDefinition(value: unknown): value is RecordDefinition {
  return typeof value === 'object' && value !== null && 'fieldNames' in value;
}

function shapeOf(definition: RecordDefinition): readonly string[] {
  return definition.fieldNames;
}

function sampleOf(definition: RecordDefinition): Record<string, unknown> {
  return Object.fromEntries(definition.fields.map((field) => [nameOf(field), sampleValue(field)]));
}

function sampleValue(field: FieldDefinition): unknown {
  if (typeof field === 'string') return '';
  switch (field.type) {
    case 'integer':
      return 0;
    case 'day':
    case 'second':
      return '';
    case 'code':
      return 1;
    case 'decimal':
      return 1.5;
    case 'codes':
      return ['1', { member_code: '2' }];
    case 'texts':
      return [''];
    case 'list':
      return [sampleOf(field.item)];
    case 'object':
      return sampleOf(field.item);
    case 'optional':
      return sampleValue(field.field);
  }
}

// A definition from another module must be usable like one from this module.
expectTypeOf(defineRecord('outer', [arrayOf('buy', buyLine)])).toExtend<RecordDefinition>();
