import { refusalMutants } from '../../checks/refusals.js';
import { batchFunctions, stepPath } from '../../contract/batch-functions.js';
import { answerShape } from '../../contract/object-shape.js';
import { memberOf } from '../../market/members.js';
import { changeBody, ignoreField, isAt } from '../../mutants/calls.js';
import { drop, each, emptied, list, oneMore, put, putWhere, status, swapped, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Edit, Fields, Mutant, Rule } from '../../mutants/mutant.js';
import { beforeApi, byRule, onApi, type Row } from '../../mutants/table.js';
import { judgedOrders } from './judged.js';
import { generationMutants } from './mutants-of-generation.js';
import { refusedGenerations, refusedUploads } from './refusals.js';

const request = stepPath('upload', 'request');
const trade = stepPath('trade', 'get');
const results = 'result_list';
const counts = ['batch_flg', 'record_count', 'error_count'];

/** An accepted order refused, a refused one accepted. */
function overturn(result: Fields): void {
  const isRefused = result['result'] === '1';
  result['result'] = isRefused ? '0' : '1';
  result['error_list'] = isRefused ? [] : [{ error_item: '', error_code: 'E000012', error_detail: 'No.' }];
}

/** The outcome of each judged order, by its number. */
const outcomes = judgedOrders.map(
  ({ id, says, errors }): Row<Edit> => [
    `${says} – ${errors.length === 0 ? 'refused' : 'accepted'}`,
    id,
    each(results, (result) => {
      if (String(result['upload_no']).endsWith(id)) overturn(result);
    }),
  ],
);

/** Fields of slips with other values; those without one are wrong by one. */
const ofSlips = (
  [
    ['ORD-073', 'status_code', '10'],
    ['ORD-073', 'delivery_date', ''],
    ['ORD-073', 'order_trade_comment', ''],
    ['ORD-074', 'status_code', '40'],
    ['ORD-074', 'send_date', '2027-01-01'],
    ['ORD-075', 'delivery_place_code', ''],
    ['ORD-076', 'delivery_place_code', 'DOCK'],
    ['ORD-077', 'tax_total_std_rate'],
    ['ORD-077', 'tax_excluded_total_rds_rate'],
    ['ORD-077', 'trade_total'],
    ['ORD-078', 'tax_total'],
    ['ORD-078', 'tax_excluded_total', '330'],
    ['ORD-079', 'trade_subtotal'],
    ['ORD-080', 'trade_subtotal'],
    ['ORD-081', 'trade_tax'],
    ['ORD-081', 'tax_calc_method', '1'],
    ['ORD-082', 'invoice_reg_no', ''],
    ['ORD-082', 'invoice_method_flg', '0'],
    ['ORD-090', 'fc_trade_total', '220'],
    ['ORD-090', 'fc_owner_member_code', ''],
    ['ORD-090', 'fc_tax_total', '33'],
  ] as const
).map(
  ([id, field, value]): Row<Edit> =>
    value === undefined
      ? [`${field} of ${id} one more`, id, put('trade', field, oneMore)]
      : [`${field} of ${id} is ${value}`, id, put('trade', field, value)],
);

/** Does not know its upload numbers again: the service gets another one each time, and the caller reads its own. */
function everyUploadAnew(): Rule {
  let uploads = 0;
  return (call, pass) => {
    if (!isAt('api', request)(call)) return pass();
    uploads += 1;
    changeBody((body) => {
      for (const order of body['order_list'] as Fields[])
        order['upload_no'] = `${String(order['upload_no'])}-${uploads}`;
    })(call);
    return pass();
  };
}

export const ordersMutants: readonly Mutant[] = [
  ...refusalMutants([...refusedUploads, ...refusedGenerations]),
  ...onApi(stepPath('upload', 'get'), [
    ...outcomes,
    ...batchFunctions.upload.shapes.flatMap(fieldRows),
    ['results in another order', 'ORD-062', swapped(results)],
    ['results numbered from 0', 'ORD-062', put(results, 'seq', (_: unknown, index: number) => String(index))],
    ['long remarks refused', 'ORD-066', put(results, 'result', '1')],
    ['no check_number', 'ORD-071', put(results, 'check_number', '')],
    ['one slip for all orders', 'ORD-071', putWhere(results, (result) => result['trade_id'], 'trade_id', 'CK-T01')],
    ['one bad order spoils all', 'ORD-072', put(results, 'result', '1')],
    ['the upload ends at its first bad order', 'ORD-072', list(results, (all) => all.slice(0, 3))],
    ['E000015 without its field', 'ORD-086', put(`${results}.error_list`, 'error_item', '')],
    ['a refused order binds its number', 'ORD-087', put(results, 'result', '1')],
  ]),
  ...onApi(stepPath('upload', 'check'), [
    ...fieldRows({ ...answerShape('ORD-063', ...counts), title: 'A check' }),
    ['error_count counts the accepted', 'ORD-063', put('', 'error_count', '5')],
    ['record_count without the refused', 'ORD-063', put('', 'record_count', '5')],
    ['an upload that is discarded is still known', 'ORD-091', whenStatus(400, status(200))],
  ]),
  ...onApi(request, fieldRows({ ...answerShape('ORD-065', 'batch_id', ...counts), title: 'A request that waits' })),
  ...beforeApi(request, [['check_only overlooked', 'ORD-064 ORD-088', ignoreField('check_only')]]),
  ...onApi(/^\/batches\/\d+$/, [
    ['a batch that has finished without a word of refusals', 'ORD-067', put('batch', 'error_count', '0')],
  ]),
  ...onApi('/batches', [['a list of batches without error_count', 'ORD-067', drop('batch_list', 'error_count')]]),
  ...onApi(trade, [
    ...ofSlips,
    ['an upload that is discarded takes its slips along', 'ORD-091', emptied('trade')],
    ['the tax of a line lost', 'ORD-083', put('trade.detail_list', 'prod_tax', '0')],
    ['lines with tax rounded each', 'ORD-083', put('trade.detail_list', 'prod_lot_sum', oneMore)],
    ["the seller gets the buyer's view", 'ORD-084', put('trade', 'member_code_self', memberOf.head)],
    ["the seller sees the buyer's own codes", 'ORD-084', put('trade.detail_list', 'private_item_id', 'CK-OWN1')],
    [
      'the seller sees another total',
      'ORD-084',
      putWhere('trade', (slip) => slip['member_code_self'] === memberOf.seller, 'trade_total', '1'),
    ],
  ]),
  ...onApi('/order/list', [
    ['upload_no missing in the order list', 'ORD-088', put('order_list', 'upload_no', '')],
    ['another version in the order list', 'ORD-088', put('order_list', 'version', oneMore)],
  ]),
  ...byRule([
    ['two uploads at once make two slips', 'ORD-092', everyUploadAnew],
    ['a repeat makes another slip', 'ORD-085', everyUploadAnew],
    ['another order under a used number taken', 'ORD-086', everyUploadAnew],
  ]),
  ...generationMutants,
];
