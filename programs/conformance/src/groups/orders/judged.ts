import { aLine, anOrder, newUploadNo, type Uploaded, upload } from '../../checks/orders.js';
import { expectNumbered, expectShape, expectTextsOf, listOf, textOf } from '../../checks/records.js';
import { batchFunctions } from '../../contract/batch-functions.js';
import { envelopeFields } from '../../contract/object-shape.js';
import { member, memberOf, unknownMember } from '../../market/members.js';
import { orderLine, ownCode } from '../../market/order-products.js';
import type { Fields } from '../../probe/answer.js';
import { getRange, listOne, waitingAnswer } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { todayInJapan } from '../../rules/calendar.js';

const needs = ['market'] as const;

/** An order with one special feature, and the errors that are expected for it, each as field and code. */
interface JudgedOrder {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  readonly change: object;
  readonly errors: readonly string[];
}

const lines = (...changes: readonly object[]) => ({
  detail_list: changes.map((change, index) => aLine({ line_no: String(index + 1), ...change })),
});

/** An order without defects, or with defects that only a comparison with stored data can find. */
function judged(no: number, says: string, change: object, errors: readonly string[], source = '4.11'): JudgedOrder {
  return { id: `ORD-0${no}`, source, says, change, errors };
}

/** Orders that are judged together in one upload with `check_only` 1. */
export const judgedOrders: readonly JudgedOrder[] = [
  judged(41, 'An order without defects is accepted.', {}, []),
  judged(42, 'An unknown product gets E000012 at its line.', lines({}, { catalog_id: 'CK-NOBODY' }), [
    'detail_list[1].catalog_id E000012',
  ]),
  judged(43, 'A product that cannot be ordered gets E000012.', lines({ catalog_id: orderLine.stopped }), [
    'detail_list[0].catalog_id E000012',
  ]),
  judged(
    44,
    'A quantity below the minimum lot gets E000018 at the quantity.',
    lines({ catalog_id: orderLine.lots, prod_lot_qty: '2' }),
    ['detail_list[0].prod_lot_qty E000018'],
  ),
  judged(
    45,
    'A quantity that is not a multiple of the lot gets E000018.',
    lines({ catalog_id: orderLine.lots, prod_lot_qty: '5' }),
    ['detail_list[0].prod_lot_qty E000018'],
  ),
  judged(
    46,
    'A multiple of the lot is accepted if it is at least the minimum lot, also as a decimal.',
    lines({ catalog_id: orderLine.lots, prod_lot_qty: '4.0' }),
    [],
  ),
  judged(
    47,
    'For a blocked pair, each product gets E000014.',
    { member_code_partner: member.blockedSeller, ...lines({ catalog_id: orderLine.ofBlockedSeller }) },
    ['detail_list[0].catalog_id E000014'],
  ),
  judged(
    48,
    'A product without a delivery date within 366 days gets E000016.',
    { member_code_partner: member.closedSeller, ...lines({ catalog_id: orderLine.ofClosedSeller }) },
    ['detail_list[0].catalog_id E000016'],
  ),
  judged(
    49,
    'A wished date that is too early for one or more lines gets one E000017.',
    lines({ catalog_id: orderLine.slow }, {}, { catalog_id: orderLine.slow }),
    ['hope_delivery_date E000017'],
  ),
  judged(50, 'A partner that does not exist gets E000008.', { member_code_partner: unknownMember }, [
    'member_code_partner E000008',
  ]),
  judged(51, 'A buyer that the caller does not see gets E000008.', { member_code_self: memberOf.stranger }, [
    'member_code_self E000008',
  ]),
  judged(52, "A delivery place that is not the buyer's gets E000004.", { delivery_place_code: 'SHOP' }, [
    'delivery_place_code E000004',
  ]),
  judged(53, "A delivery place of the buyer's is accepted.", { delivery_place_code: 'GATE' }, []),
  judged(
    54,
    "A private_item_code identifies the buyer's product.",
    lines({ catalog_id: '', private_item_code: ownCode.standard }),
    [],
    'open-points: products-and-dates-of-an-order',
  ),
  judged(
    55,
    'A private_item_code that several products have gets E000012.',
    lines({ catalog_id: '', private_item_code: ownCode.ambiguous }),
    ['detail_list[0].private_item_code E000012'],
    'open-points: products-and-dates-of-an-order',
  ),
  judged(
    56,
    'An order has all its errors at once, in the order of its fields.',
    {
      delivery_place_code: 'NONE',
      ...lines(
        { catalog_id: orderLine.slow },
        { catalog_id: 'CK-NOBODY' },
        { catalog_id: orderLine.lots, prod_lot_qty: '3' },
      ),
    },
    [
      'delivery_place_code E000004',
      'hope_delivery_date E000017',
      'detail_list[1].catalog_id E000012',
      'detail_list[2].prod_lot_qty E000018',
    ],
  ),
  judged(
    57,
    'A line whose amount has more than 12 digits before the point gets E000018 at its quantity.',
    lines({ prod_lot_qty: '999999999999' }),
    ['detail_list[0].prod_lot_qty E000018'],
    'open-points: bounds-of-amounts',
  ),
  judged(
    58,
    'If the total of an order has more than 12 digits before the point, the line that exceeds the limit gets E000018.',
    lines(
      { catalog_id: orderLine.exempt, prod_lot_qty: '10000000000' },
      { catalog_id: orderLine.exempt, prod_lot_qty: '10000000000' },
    ),
    ['detail_list[1].prod_lot_qty E000018'],
    'open-points: bounds-of-amounts',
  ),
  judged(
    59,
    'An amount of 12 digits before the point is accepted.',
    lines({ catalog_id: orderLine.exempt, prod_lot_qty: '19999999999.98' }),
    [],
    'open-points: bounds-of-amounts',
  ),
];

interface JudgedUpload extends Uploaded {
  readonly uploadNos: readonly string[];
}

/**
 * The upload number of each order ends with the id of its requirement and is new in each run. If old upload numbers
 * were used, a deployment that ignores `check_only` would recognise the orders of the previous run.
 */
function judgedUpload(probe: Probe): Promise<JudgedUpload> {
  return probe.once('judged orders', async () => {
    const uploadNos = judgedOrders.map(({ id }) => `${newUploadNo()}-${id}`);
    const orders = judgedOrders.map(({ change }, index) => anOrder({ upload_no: uploadNos[index], ...change }));
    return { ...(await upload(probe, orders, { check_only: '1' })), uploadNos };
  });
}

const outcomes: readonly Requirement[] = judgedOrders.map(({ errors, change: _change, ...rest }, index) => ({
  ...rest,
  needs,
  check: async (probe) => {
    const { get, results, uploadNos } = await judgedUpload(probe);
    const result = results[index] ?? {};
    const found = listOf(result, 'error_list').map(
      (error) => `${textOf(error, 'error_item')} ${textOf(error, 'error_code')}`,
    );
    get.expectEqual(found, errors, `the errors of ${uploadNos[index]}`);
    get.expectEqual(result['result'], errors.length === 0 ? '0' : '1', `the result of ${uploadNos[index]}`);
  },
}));

const refused = judgedOrders.filter(({ errors }) => errors.length > 0).length;

/** Requirements about how orders are judged with `check_only` 1 (Spec 4.11). */
export const judgedRequirements: readonly Requirement[] = [
  ...outcomes,
  {
    id: 'ORD-061',
    source: '4.11',
    says: 'A result has exactly seven fields, in the order of the contract, and so do its errors.',
    needs,
    check: async (probe) => {
      const { get } = await judgedUpload(probe);
      for (const shape of batchFunctions.upload.shapes) expectShape(get, shape);
      expectTextsOf(get, batchFunctions.upload.shapes[0]!);
    },
  },
  {
    id: 'ORD-062',
    source: '4.11',
    says: 'The results are in the order of the request, and are numbered from 1.',
    needs,
    check: async (probe) => {
      const { get, results, uploadNos } = await judgedUpload(probe);
      expectNumbered(get, results);
      get.expectEqual(
        results.map((result) => result['upload_no']),
        uploadNos,
        'upload_no',
      );
    },
  },
  {
    id: 'ORD-063',
    source: '4.11',
    says: 'A check has the answer of 4.6, with error_count as the number of refused orders.',
    needs,
    check: async (probe) => {
      const { check } = await judgedUpload(probe);
      const fields = [...envelopeFields, 'batch_flg', 'record_count', 'error_count'];
      check.expectFields(check.body, fields, 'the answer');
      const counts = ['batch_flg', 'record_count', 'error_count'].map((field) => check.body[field]);
      check.expectEqual(
        counts,
        ['3', String(judgedOrders.length), String(refused)],
        'batch_flg, record_count and error_count',
      );
    },
  },
  {
    id: 'ORD-064',
    source: '4.11',
    says: 'A refused order has no trade_id; with check_only 1, no order is accepted.',
    needs,
    check: async (probe) => {
      const { get, results } = await judgedUpload(probe);
      const ids = new Set(results.map((result) => textOf(result, 'trade_id')));
      get.expectEqual([...ids], [''], 'the trade_id of orders that were only judged');
    },
  },
  {
    id: 'ORD-065',
    source: '4.11',
    says: 'The answer to a request that waits also has the number of refused orders.',
    needs,
    check: async (probe) => {
      const body = { check_only: '1', order_list: [anOrder(), anOrder({ delivery_place_code: 'NONE' })] };
      const headers = { Prefer: 'wait=20' };
      const answer = await waitingAnswer(() => probe.call('/order/upload/request', body, { headers }));
      const fields = [...envelopeFields, 'batch_id', 'batch_flg', 'record_count', 'error_count'];
      answer.expectNormal().expectFields(answer.body, fields, 'the answer');
      answer.expectEqual(answer.body['error_count'], '1', 'error_count');
    },
  },
  {
    id: 'ORD-067',
    source: 'open-points: refused-orders-in-lists',
    says: 'In the list and in the details, a batch of an upload has the number of refused orders.',
    needs,
    check: async (probe) => {
      const { batchId } = await judgedUpload(probe);
      const one = (await probe.get(`/batches/${batchId}`)).expectNormal();
      one.expectEqual((one.body['batch'] as Fields)['error_count'], String(refused), 'error_count');
      const list = await listOne(probe, batchId);
      list.expectEqual(list.list('batch_list')[0]?.['error_count'], String(refused), 'error_count');
    },
  },
  {
    id: 'ORD-068',
    source: 'open-points: language-of-error_detail',
    says: 'The results of an upload are in the language of its request step, even if the get step asks for another language.',
    needs,
    check: async (probe) => {
      const headers = { 'Accept-Language': 'ja' };
      const { batchId, get } = await upload(
        probe,
        [anOrder({ delivery_place_code: 'NONE' })],
        { check_only: '1' },
        { headers },
      );
      const english = { headers: { 'Accept-Language': 'en' } };
      for (const answer of [get, await getRange(probe, 'upload', batchId, [1, 1], english)]) {
        const [result = {}] = answer.expectNormal().list('result_list');
        const detail = textOf(listOf(result, 'error_list')[0] ?? {}, 'error_detail');
        answer.expect(/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(detail), `error_detail is ${detail}`);
      }
    },
  },
  {
    id: 'ORD-066',
    source: '8',
    says: 'Values at their limits are accepted.',
    needs,
    check: async (probe) => {
      const long = 'あ'.repeat(2_000);
      const order = anOrder({
        order_trade_comment: long,
        hope_delivery_date: todayInJapan(40),
        detail_list: [aLine({ catalog_id: orderLine.cheap, prod_lot_qty: '999999999999.9999', prod_remarks: long })],
      });
      const { get, results } = await upload(probe, [order], { check_only: '1' });
      get.expectEqual(results[0]?.['result'], '0', 'result');
    },
  },
];
