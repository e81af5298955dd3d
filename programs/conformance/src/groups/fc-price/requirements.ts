import { expectShape, objectsAt, textOf } from '../../checks/records.js';
import { type RefusedCall, refusal, times } from '../../checks/refusals.js';
import { fcPriceScenarios } from '../../market/fc-prices.js';
import { memberOf, unknownMember } from '../../market/members.js';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { fcPriceOf } from '../../rules/fc-price.js';
import { path, question, shapes } from './fc-price.js';
import { scenarioRequirements } from './scenarios.js';

const noStore = { member_code_store: unknownMember };
const asked = [
  question({ ...noStore, price: '12.75' }),
  question({ ...noStore, catalog_id: 'CK-NOBODY', price: '0' }),
  question(noStore),
];

/** Asks for the FC prices of three items in a store that does not exist. Every account may send this request. */
function refusedItems(probe: Probe): Promise<Answer> {
  return probe.once('FC prices of no store', () => probe.call(path, { item: asked }));
}

/** Returns the fields of an item that the answer repeats from the request. */
function echoed(item: Readonly<Record<string, unknown>>): readonly unknown[] {
  return ['member_code_store', 'catalog_id', 'order_send_date', 'delivery_date'].map((field) => item[field]);
}

const shape: readonly Requirement[] = [
  {
    id: 'FCP-001',
    source: '4.9',
    says: 'The answer has the envelope and item[].',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      expectShape(answer.expectNormal(), shapes.answer);
    },
  },
  {
    id: 'FCP-002',
    source: '4.9',
    says: 'An item has exactly seven fields, in the order of the contract; Price has a capital letter.',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      expectShape(answer, shapes.item);
    },
  },
  {
    id: 'FCP-003',
    source: '4.9',
    says: 'Price and fc_price are integers; Price is the sent price, rounded down.',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      answer.expectEqual(
        answer.list('item').map((item) => item['Price']),
        [12, 0, 1_000],
        'Price',
      );
      answer.expect(
        answer.list('item').every((item) => Number.isInteger(item['fc_price'])),
        'an fc_price is no integer',
      );
    },
  },
  {
    id: 'FCP-012',
    source: 'open-points: how-request-values-are-read',
    says: 'A price may be a number, and its digits are used as they are written.',
    check: async (probe) => {
      const prices = [12.75, 1_000, 999_999_999_999.5];
      const answer = await probe.call(path, { item: prices.map((price) => question({ ...noStore, price })) });
      answer.expectEqual(
        answer
          .expectNormal()
          .list('item')
          .map((item) => item['Price']),
        [12, 1_000, 999_999_999_999],
        'Price',
      );
    },
  },
  {
    id: 'FCP-004',
    source: '4.9',
    says: 'The items are in the order of the request, and their other fields have the values of the request.',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      answer.expectEqual(
        answer.list('item').map(echoed),
        asked.map((item) => echoed(item as Record<string, unknown>)),
        'the items',
      );
    },
  },
  {
    id: 'FCP-005',
    source: '4.9',
    says: 'An unknown store has E000008 and fc_price 0, but the whole call is not refused.',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      for (const item of answer.expectNormal().list('item')) expectRefused(answer, item, 'E000008');
    },
  },
  {
    id: 'FCP-006',
    source: '4.9',
    says: 'An error of an item has error_code and error_detail, in this order.',
    check: async (probe) => {
      const answer = await refusedItems(probe);
      answer.expect(objectsAt(answer, shapes.error.place).length > 0, 'there is no error');
      expectShape(answer, shapes.error);
    },
  },
  {
    id: 'FCP-007',
    source: '4.9',
    says: 'A member without an FC owner has E000008.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(path, { item: [question({ member_code_store: memberOf.head })] });
      expectRefused(answer, answer.expectNormal().list('item')[0] ?? {}, 'E000008');
    },
  },
  {
    id: 'FCP-008',
    source: '4.9',
    says: 'A store that the caller does not see has E000008.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(path, { item: [question()] }, { as: 'stranger' });
      expectRefused(answer, answer.expectNormal().list('item')[0] ?? {}, 'E000008');
    },
  },
  {
    id: 'FCP-009',
    source: '4.9',
    says: 'An unknown line has E000012 and fc_price 0.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(path, { item: [question({ catalog_id: 'CK-NOBODY' }), question()] });
      const [unknown, known] = answer.expectNormal().list('item');
      expectRefused(answer, unknown ?? {}, 'E000012');
      answer.expectEqual(known?.['detail_err_list'], [], 'detail_err_list of the known line');
    },
  },
  {
    id: 'FCP-010',
    source: 'open-points: fc-price-rules',
    says: 'A store can request its own prices.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(path, { item: [question({ order_send_date: '2027-05-08' })] }, { as: 'store' });
      answer.expectEqual(answer.expectNormal().list('item')[0]?.['fc_price'], 1_200, 'fc_price');
    },
  },
  {
    id: 'FCP-011',
    source: 'open-points: fc-price-rules',
    says: 'On every fifth day of May 2027, each FC price is the price that follows from the rules.',
    needs: ['market'],
    check: async (probe) => {
      const rules = fcPriceScenarios.flatMap((scenario) => scenario.rules);
      const days = ['01', '05', '06', '10', '11', '15', '16', '20', '21', '25', '26', '31'].map(
        (day) => `2027-05-${day}`,
      );
      const prices = ['0', '0.0001', '1', '19.99', '333.3333', '99999', '999999999999.9999'];
      const questions = days.flatMap((order_send_date) => prices.map((price) => ({ order_send_date, price })));
      const answer = await probe.call(path, { item: questions.map(question) });
      const wanted = questions.map(({ order_send_date, price }) =>
        fcPriceOf(
          {
            store: memberOf.store,
            catalogId: 'CK-FC1',
            category: '31',
            price,
            orderSendDate: order_send_date,
            deliveryDate: '2027-01-16',
          },
          rules,
        ),
      );
      answer.expectEqual(
        answer
          .expectNormal()
          .list('item')
          .map((item) => item['fc_price']),
        wanted.map(Number),
        'fc_price',
      );
    },
  },
];

function expectRefused(answer: Answer, item: Readonly<Record<string, unknown>>, code: string): void {
  const errors = item['detail_err_list'] as readonly Record<string, unknown>[] | undefined;
  answer.expectEqual(
    errors?.map((error) => textOf(error, 'error_code')),
    [code],
    'the codes of detail_err_list',
  );
  answer.expectEqual(item['fc_price'], 0, 'fc_price');
}

function defect(id: string, says: string, change: object, code: string, item: string, source = '4.9'): RefusedCall {
  return {
    id,
    source,
    says,
    path,
    body: { item: [question(), question(change)] },
    errors: [[`item[1].${item}`, code]],
  };
}

/** Requirements about the defects of an FC price request (Spec 4.9, 8). */
export const refusedRequests: readonly RefusedCall[] = [
  ...['member_code_store', 'catalog_id', 'price', 'order_send_date', 'delivery_date'].map((field, index) =>
    defect(`FCP-02${index}`, `${field} is required in every item.`, { [field]: '' }, 'E000001', field),
  ),
  defect('FCP-025', 'A price is not negative.', { price: '-1' }, 'E000002', 'price'),
  defect('FCP-026', 'A price is a plain decimal, without an exponent.', { price: '1e3' }, 'E000002', 'price'),
  defect(
    'FCP-027',
    'A price has at most 12 digits before its point.',
    { price: '1000000000000' },
    'E000002',
    'price',
    '8',
  ),
  defect('FCP-028', 'A price has at most 4 digits after its point.', { price: '1.00001' }, 'E000002', 'price', '8'),
  defect('FCP-029', 'A price is a decimal.', { price: true }, 'E000002', 'price'),
  defect('FCP-030', 'order_send_date is a date.', { order_send_date: '2027-13-01' }, 'E000002', 'order_send_date'),
  defect('FCP-031', 'delivery_date is a date.', { delivery_date: '2027-01-16 10:00:00' }, 'E000002', 'delivery_date'),
  { id: 'FCP-032', source: '4.9', says: 'item is needed.', path, body: {}, errors: [['item', 'E000001']] },
  {
    id: 'FCP-033',
    source: '8',
    says: 'item has at most 1,000 products.',
    path,
    body: { item: times(1_001, question()) },
    errors: [['item', 'E000007']],
  },
];

export const fcPriceRequirements: readonly Requirement[] = [
  ...shape,
  ...refusedRequests.map(refusal),
  ...scenarioRequirements,
];
