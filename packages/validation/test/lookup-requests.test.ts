import { describe, expect, it } from '@jest/globals';
import {
  DeliveryDateLookupElement,
  DeliveryDateLookupRequest,
  FcPriceLookupRequest,
  readRequest,
} from '../src/index.js';
import { absentValues, notDays, notDayTimes, notLists, notStorable, notTexts, refusals } from './refusals.js';

describe('a shortest delivery date request (Spec 4.5)', () => {
  const product = { catalog_id: 'c1', hope_delivery_date: '2026-04-01' };
  const asked = {
    member_code_self: '10000001',
    member_code_partner: '20000001',
    send_date: '2026-03-31 14:59:59',
    details_list: [product, { catalog_id: 'c2' }, product],
  };

  it('is read whole, its elements as objects of their own class', () => {
    const { value } = readRequest(DeliveryDateLookupRequest, asked);

    expect(value).toEqual(asked);
    expect(value.details_list[0]).toBeInstanceOf(DeliveryDateLookupElement);
  });

  it('needs both members and a product', () => {
    expect(refusals(DeliveryDateLookupRequest, {})).toEqual([
      'member_code_self E000001',
      'member_code_partner E000001',
      'details_list E000001',
    ]);
  });

  it.each(absentValues)('misses details_list when it is %j', (details_list) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list })).toEqual(['details_list E000001']);
  });

  it.each(absentValues)('leaves send_date out when it is %j', (send_date) => {
    const { send_date: _left, ...rest } = asked;
    expect(readRequest(DeliveryDateLookupRequest, { ...asked, send_date }).value).toEqual(rest);
  });

  it.each(['member_code_self', 'member_code_partner'])('holds %s to 8 characters', (field) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, [field]: '1234567' })).toEqual([]);
    expect(refusals(DeliveryDateLookupRequest, { ...asked, [field]: '12345678' })).toEqual([]);
    expect(refusals(DeliveryDateLookupRequest, { ...asked, [field]: '123456789' })).toEqual([`${field} E000003`]);
  });

  it.each<[string, readonly string[]]>([
    ['2026-01-01 00:00:0', ['send_date E000002']],
    ['2026-01-01 00:00:00', []],
    ['2026-01-01 00:00:000', ['send_date E000003']],
    ...notDayTimes.map((text): [string, readonly string[]] => [text, ['send_date E000002']]),
  ])('judges send_date %j', (send_date, expected) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, send_date })).toEqual(expected);
  });

  it.each(
    ['member_code_self', 'member_code_partner', 'send_date'].flatMap((field) =>
      notTexts.map((value) => [field, value] as const),
    ),
  )('refuses the type of %s %j', (field, value) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
  });

  it.each(notLists)('refuses the type of details_list %j', (details_list) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list })).toEqual(['details_list E000002']);
  });

  it('holds details_list to 1,000 elements', () => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list: copies(product, 999) })).toEqual([]);
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list: copies(product, 1_000) })).toEqual([]);
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list: copies(product, 1_001) })).toEqual([
      'details_list E000007',
    ]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['a text', 'c1', ['details_list[1] E000002']],
    ['a list', ['c1'], ['details_list[1] E000002']],
    ['a number', 7, ['details_list[1] E000002']],
    ['null', null, ['details_list[1] E000001']],
    ['an empty object', {}, ['details_list[1].catalog_id E000001']],
    ['no product', { catalog_id: null }, ['details_list[1].catalog_id E000001']],
    ['a product that is a number', { catalog_id: 5 }, ['details_list[1].catalog_id E000002']],
    ['a product of 200 characters', { catalog_id: 'x'.repeat(200) }, []],
    ['a product of 201 characters', { catalog_id: 'x'.repeat(201) }, ['details_list[1].catalog_id E000003']],
    ['text that no database stores', { catalog_id: notStorable[0] }, ['details_list[1].catalog_id E000002']],
    ['an empty wish', { catalog_id: 'c1', hope_delivery_date: '' }, []],
    [
      'two defects',
      { hope_delivery_date: '2026-02-29' },
      ['details_list[1].catalog_id E000001', 'details_list[1].hope_delivery_date E000002'],
    ],
  ])('judges an element that is %s', (_name, element, expected) => {
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list: [product, element, product] })).toEqual(
      expected,
    );
  });

  it.each([...notTexts, ...notDays])('refuses hope_delivery_date %j', (hope_delivery_date) => {
    const details_list = [{ catalog_id: 'c1', hope_delivery_date }];
    expect(refusals(DeliveryDateLookupRequest, { ...asked, details_list })).toEqual([
      'details_list[0].hope_delivery_date E000002',
    ]);
  });

  it('names an unknown field of its elements once', () => {
    const details_list = [
      { ...product, color: 'red' },
      { ...product, color: 'blue', size: 1 },
    ];
    const { value, ignoredFields } = readRequest(DeliveryDateLookupRequest, { ...asked, details_list, shop: 1 });

    expect(value.details_list).toEqual([product, product]);
    expect(ignoredFields).toEqual(['details_list[].color', 'details_list[].size', 'shop']);
  });
});

describe('an FC price request (Spec 4.9)', () => {
  const question = {
    member_code_store: '10000001',
    catalog_id: 'c1',
    price: '120.5',
    order_send_date: '2026-04-01',
    delivery_date: '2026-04-03',
  };

  it('is read whole', () => {
    expect(readRequest(FcPriceLookupRequest, { response_type: 'json', item: [question] }).value).toEqual({
      response_type: 'json',
      item: [question],
    });
  });

  it.each(absentValues)('misses item when it is %j', (item) => {
    expect(judge(item)).toEqual(['item E000001']);
  });

  it('needs all five fields of an item', () => {
    expect(judge([question, {}])).toEqual(Object.keys(question).map((field) => `item[1].${field} E000001`));
  });

  it.each(Object.keys(question).flatMap((field) => notTexts.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      const isTaken = field === 'price' && typeof value === 'number';
      expect(judge([question, question, question, { ...question, [field]: value }])).toEqual(
        isTaken ? [] : [`item[3].${field} E000002`],
      );
    },
  );

  it.each(['0', '0.0001', '99999999999', '999999999999', '1.234', '1.2345', '007.50', 1.2345])(
    'takes the price %s',
    (price) => {
      expect(judge([{ ...question, price }])).toEqual([]);
    },
  );

  it.each([
    '1000000000000',
    1e12,
    1.23456,
    -1,
    '1.23456',
    '-1',
    '-0.1',
    '+1',
    '1.',
    '.5',
    '1,000',
    '1e3',
    ' 1',
    '1 ',
    '１',
    'NaN',
    '1.2.3',
  ])('refuses the price %j', (price) => {
    expect(judge([{ ...question, price }])).toEqual(['item[0].price E000002']);
  });

  it.each(['order_send_date', 'delivery_date'].flatMap((field) => notDays.map((value) => [field, value] as const)))(
    'refuses %s %j',
    (field, value) => {
      expect(judge([{ ...question, [field]: value }])).toEqual([`item[0].${field} E000002`]);
    },
  );

  it('holds item to 1,000 elements', () => {
    expect(judge(copies(question, 999))).toEqual([]);
    expect(judge(copies(question, 1_000))).toEqual([]);
    expect(judge(copies(question, 1_001))).toEqual(['item E000007']);
  });
});

function judge(item: unknown): readonly string[] {
  return refusals(FcPriceLookupRequest, { item });
}

function copies(element: object, count: number): readonly object[] {
  return Array.from({ length: count }, () => element);
}
