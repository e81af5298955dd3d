import { anOrder, newUploadNo, slipsWithIds, upload } from '../../checks/orders.js';
import { listOf, textOf } from '../../checks/records.js';
import { memberOf } from '../../market/members.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { fieldsOf, names, needs, orders, type SlipFields, slips, taken } from './taken-orders.js';

const amounts = (excluded: string, tax: string, total: string) => ({
  tax_excluded_total: excluded,
  tax_total: tax,
  trade_subtotal: excluded,
  trade_tax: tax,
  trade_total: total,
});

/** Requirements about the contents of the slips that are created from accepted orders. */
export const slipFields: readonly SlipFields[] = [
  [
    'ORD-073',
    'open-points: slips-of-orders',
    'The slip of a sent order has status 40 and the date of today; its wished and its delivery date are the wished date.',
    'sent',
    (orderDay, order) => ({
      status_code: '40',
      member_code_self: memberOf.head,
      order_day: orderDay,
      hope_delivery_date: textOf(order, 'hope_delivery_date'),
      delivery_date: textOf(order, 'hope_delivery_date'),
      order_trade_comment: 'ring the bell',
      send_date: orderDay,
    }),
  ],
  [
    'ORD-074',
    'open-points: slips-of-orders',
    'The slip of a planned order (send_flg 0) has status 10 and has not been sent.',
    'planned',
    () => ({
      status_code: '10',
      send_date: '',
      order_send_date: '',
    }),
  ],
  [
    'ORD-075',
    'open-points: order-upload',
    'Without delivery_place_code, the slip has the default delivery place.',
    'sent',
    () => ({
      delivery_place_code: 'DOCK',
      delivery_place_name: 'The DOCK',
    }),
  ],
  [
    'ORD-076',
    '4.11',
    'If an order names a delivery place, its slip has this delivery place.',
    'planned',
    () => ({
      delivery_place_code: 'GATE',
    }),
  ],
  [
    'ORD-077',
    'open-points: amounts-of-a-slip',
    'Tax per slip: 303 at 10 %, 198 at 8 % and 50 exempt give 30 and 15, rounded down, for each rate.',
    'sent',
    () => ({
      ...amounts('551', '45', '596'),
      tax_excluded_total_std_rate: '303',
      tax_total_std_rate: '30',
      tax_excluded_total_rds_rate: '198',
      tax_total_rds_rate: '15',
      tax_excluded_total_tax_free: '50',
    }),
  ],
  [
    'ORD-078',
    'open-points: amounts-of-a-slip',
    'Prices with tax: 330 with tax at 10 % is 300 and 30.',
    'included',
    () => amounts('300', '30', '330'),
  ],
  [
    'ORD-079',
    'open-points: amounts-of-a-slip',
    'An approved price applies from its start day on, the former one before that day: 120 and 100.',
    'approved',
    () => amounts('220', '22', '242'),
  ],
  [
    'ORD-080',
    'open-points: amounts-of-a-slip',
    'The amount of a line is quantity × price, rounded: 1.5 × 101 is 151.',
    'fraction',
    () => amounts('151', '15', '166'),
  ],
  [
    'ORD-081',
    'open-points: amounts-of-a-slip',
    'If the seller has chosen tax per line, rounded half up, amounts of 105, 105 and 94 have tax of 11, 11 and 8.',
    'perLine',
    () => ({
      ...amounts('304', '30', '334'),
      tax_calc_method: '0',
      below_dec_point: '2',
    }),
  ],
  [
    'ORD-082',
    'open-points: registration-numbers',
    "A slip has the seller's registration number, and says that there is one.",
    'sent',
    () => ({
      invoice_reg_no: 'T7000012050002',
      invoice_method_flg: '1',
    }),
  ],
  [
    'ORD-090',
    'open-points: amounts-of-a-slip',
    'The FC part of a slip uses FC prices: for a store that pays 1.5 times the price, 200 and 20 become 300 and 30.',
    'ofStore',
    () => ({
      ...amounts('200', '20', '220'),
      member_code_self: memberOf.store,
      fc_owner_member_code: memberOf.head,
      fc_owner_code: '9CKF1',
      fc_tax_excluded_total: '300',
      fc_tax_total: '30',
      fc_trade_total: '330',
    }),
  ],
];

/** Requirements about the results and slips of orders (Spec 4.11, open-points: amounts-of-a-slip). */
export const takenRequirements: readonly Requirement[] = [
  {
    id: 'ORD-071',
    source: '4.11',
    says: 'An accepted order has a trade_id, a check_number and a version; no two orders have the same slip.',
    needs,
    check: async (probe) => {
      const { get, resultOf } = await taken(probe);
      const accepted = names.filter((name) => name !== 'refused').map(resultOf);
      for (const field of ['trade_id', 'check_number', 'version']) {
        get.expect(
          accepted.every((result) => textOf(result, field) !== ''),
          `an accepted order has no ${field}`,
        );
      }
      get.expectEqual(
        new Set(accepted.map((result) => result['trade_id'])).size,
        accepted.length,
        'the number of slips',
      );
    },
  },
  {
    id: 'ORD-072',
    source: '4.11',
    says: 'A wrong order does not affect the other orders.',
    needs,
    check: async (probe) => {
      const { get, results } = await taken(probe);
      const wanted = names.map((name) => (name === 'refused' ? '1' : '0'));
      get.expectEqual(
        results.map((result) => result['result']),
        wanted,
        'result of each order',
      );
    },
  },
  ...slipFields.map(fieldsOf),
  {
    id: 'ORD-083',
    source: 'open-points: amounts-of-a-slip',
    says: 'The sums of the lines are the amounts of the slip, including tax.',
    needs,
    check: async (probe) => {
      const { get, slipOf } = await slips(probe);
      for (const name of ['sent', 'perLine'] as const) {
        const slip = slipOf(name);
        const sum = (field: string) =>
          listOf(slip, 'detail_list').reduce((total, line) => total + Number(line[field]), 0);
        get.expectEqual(String(sum('prod_tax')), slip['tax_total'], 'the sum of prod_tax');
        get.expectEqual(String(sum('prod_lot_sum')), slip['trade_total'], 'the sum of prod_lot_sum');
      }
    },
  },
  {
    id: 'ORD-084',
    source: '4.11',
    says: 'Each side sees its own view of the slip, with the same amounts; only the view of the buyer has the buyer’s own codes.',
    needs,
    check: async (probe) => {
      const { slipOf } = await slips(probe);
      const own = slipOf('sent');
      const { get, records } = await download(probe, 'trade', slipsWithIds([textOf(own, 'trade_id')]), {
        as: 'seller',
      });
      get.expectEqual(
        records.map((slip) => slip['member_code_self']),
        [memberOf.seller],
        "the self of the seller's view",
      );
      const [view = {}] = records;
      for (const field of ['trade_id', 'check_number', 'trade_total', 'tax_total', 'delivery_date']) {
        get.expectEqual(view[field], own[field], field);
      }
      const ownIds = listOf(view, 'detail_list').map((line) => line['private_item_id']);
      get.expect(
        ownIds.every((id) => id === ''),
        'the seller sees private_item_id',
      );
    },
  },
  {
    id: 'ORD-085',
    source: '4.11',
    says: 'If the same order is sent again, the result has the same slip.',
    needs,
    check: async (probe) => {
      const { sent, resultOf } = await taken(probe);
      const { get, results } = await upload(probe, [sent.sent, sent.planned]);
      const wanted = (['sent', 'planned'] as const).map(resultOf);
      get.expectEqual(results.map(numbersOf), wanted.map(numbersOf), 'result, trade_id and check_number');
    },
  },
  {
    id: 'ORD-086',
    source: '4.11',
    says: 'A different order with a used upload_no is refused with E000015.',
    needs,
    check: async (probe) => {
      const { sent } = await taken(probe);
      const { get, results } = await upload(probe, [{ ...sent.sent, order_trade_comment: 'another one' }]);
      const errors = listOf(results[0] ?? {}, 'error_list').map((error) => [error['error_item'], error['error_code']]);
      get.expectEqual(errors, [['upload_no', 'E000015']], 'the errors');
    },
  },
  {
    id: 'ORD-087',
    source: 'open-points: order-upload',
    says: 'After an order was refused, its upload_no can be used for another order.',
    needs,
    check: async (probe) => {
      const upload_no = newUploadNo();
      const first = await upload(probe, [anOrder({ upload_no, ...orders.refused })]);
      first.get.expectEqual(first.results[0]?.['result'], '1', 'the result of the wrong order');
      const second = await upload(probe, [anOrder({ upload_no })]);
      second.get.expectEqual(
        second.results[0]?.['result'],
        '0',
        'the result of the correct order with the same number',
      );
    },
  },
  {
    id: 'ORD-088',
    source: '4.11',
    says: 'The order list has each accepted order once, with its upload_no and the version of its result; it has no orders that were only judged.',
    needs,
    check: async (probe) => {
      const { sent, resultOf } = await taken(probe);
      const judged = newUploadNo();
      await upload(probe, [anOrder({ upload_no: judged })], { check_only: '1' });
      const answer = await probe.call('/order/list', { status_code: ['40'] });
      const newest = await lastOrders(probe);
      const found = newest.filter((order) => order['upload_no'] === sent.sent['upload_no']);
      const { trade_id, version } = resultOf('sent');
      answer.expectEqual(
        found.map((order) => [order['trade_id'], order['version']]),
        [[trade_id, version]],
        'trade_id and version in the list',
      );
      answer.expect(
        !newest.some((order) => order['upload_no'] === judged),
        'an order that was only judged is in the list',
      );
    },
  },
];

/** Requirements about discarded and simultaneous uploads (Spec 4.11). */
export const uploadRequirements: readonly Requirement[] = [
  {
    id: 'ORD-091',
    source: 'open-points: order-upload',
    says: 'If a finished upload is discarded, its slips remain.',
    needs,
    check: async (probe) => {
      const { batchId, results } = await upload(probe, [anOrder()]);
      const discarded = await probe.call(`/batches/${batchId}`, undefined, { method: 'DELETE' });
      discarded.expectNormal();
      const check = await probe.call('/order/upload/check', { batch_id: batchId });
      check.expectRefusal(400, ['batch_id', 'E000009']);
      const id = textOf(results[0] ?? {}, 'trade_id');
      const { get, records } = await download(probe, 'trade', slipsWithIds([id]));
      get.expectEqual(
        records.map((slip) => slip['trade_id']),
        [id],
        'the slips',
      );
    },
  },
  {
    id: 'ORD-092',
    source: '4.11',
    says: 'If two uploads with the same order come at the same time, only one slip is made.',
    needs,
    check: async (probe) => {
      const order = anOrder();
      const [one, other] = await Promise.all([upload(probe, [order]), upload(probe, [order])]);
      other.get.expectEqual(
        other.results.map(numbersOf),
        one.results.map(numbersOf),
        'result, trade_id and check_number',
      );
    },
  },
];

/** Returns the fields of a result that must not change if the order is sent again. */
function numbersOf(result: Fields): readonly unknown[] {
  return ['result', 'trade_id', 'check_number'].map((field) => result[field]);
}

/** Lists all orders that `head` has sent. */
async function lastOrders(probe: Probe): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  for (let cursor = ''; ; ) {
    const page = await probe.call('/order/list', { status_code: ['40'], ...(cursor === '' ? {} : { cursor }) });
    found.push(...page.expectNormal().list('order_list'));
    cursor = page.string('next_cursor');
    if (cursor === '') return found;
  }
}
