import { refusalMutants } from '../../checks/refusals.js';
import { batchFunctions, stepPath } from '../../contract/batch-functions.js';
import { answerShape } from '../../contract/object-shape.js';
import { memberOf } from '../../market/members.js';
import { alter, drop, each, emptied, list, oneMore, put, putWhere, swapped } from '../../mutants/bodies.js';
import { changeBody, hasHeader, ignoreField, isAt } from '../../mutants/calls.js';
import { status, whenCall, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Edit, Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, byRule, onApi, type Row, rememberingCalls } from '../../mutants/table.js';
import { judgedOrders } from './judged.js';
import { generationMutants } from './mutants-of-generation.js';
import { updateMutants } from './mutants-of-updates.js';
import { refusedGenerations, refusedUploads } from './refusals.js';
import { slipFields } from './taken.js';

const request = stepPath('upload', 'request');
const trade = stepPath('trade', 'get');
const results = 'result_list';
const ofSeller = (slip: Fields) => slip['member_code_self'] === memberOf.seller;
const counts = ['batch_flg', 'record_count', 'error_count'];

/** Turns an accepted order into a refused one, and a refused order into an accepted one. */
function overturn(result: Fields): void {
  const isRefused = result['result'] === '1';
  result['result'] = isRefused ? '0' : '1';
  result['error_list'] = isRefused ? [] : [{ error_item: '', error_code: 'E000012', error_detail: 'No.' }];
}

/** For each judged order, a mutant that reports the opposite result. The order is found by its number. */
const outcomes = judgedOrders.map(
  ({ id, says, errors }): Row<Edit> => [
    `${says} – ${errors.length === 0 ? 'refused' : 'accepted'}`,
    id,
    each(results, (result) => {
      if (String(result['upload_no']).endsWith(id)) overturn(result);
    }),
  ],
);

/** The requirements about each slip field. The requirements about order generation also read the status. */
const idsOfField = Map.groupBy(
  slipFields.flatMap(([id, , , , wanted]) => Object.keys(wanted('', {})).map((field) => ({ id, field }))),
  ({ field }) => field,
);
const ofGeneration = ' ORD-102 ORD-105 ORD-106 ORD-108 ORD-111';

/** Returns a different value: a number that is higher by one, or a longer text. */
function otherValue(value: unknown): string {
  if (value === '' || Number.isNaN(Number(value))) return `${String(value)}1`;
  return oneMore(value);
}

/** For each slip field that an order determines, a mutant that changes the value of the field. */
const ofSlips = [...idsOfField].map(([field, of]): Row<Edit> => {
  const ids = of.map(({ id }) => id).join(' ');
  return [`${field} of a slip`, field === 'status_code' ? ids + ofGeneration : ids, alter('trade', field, otherValue)];
});

/**
 * Does not recognise upload numbers that it has already received. The proxy gives the service a new number each time,
 * and restores the original number in the answer for the caller.
 */
const everyUploadAnew = rememberingCalls(() => {
  let uploads = 0;
  const renumber = changeBody((body) => {
    for (const order of body['order_list'] as Fields[]) order['upload_no'] = `${String(order['upload_no'])}-${uploads}`;
  });
  return (call) => {
    if (!isAt('api', request)(call)) return;
    uploads += 1;
    renumber(call);
  };
});

export const ordersMutants: readonly Mutant[] = [
  ...refusalMutants([...refusedUploads, ...refusedGenerations]),
  ...onApi(stepPath('upload', 'get'), [
    ...outcomes,
    ...batchFunctions.upload.shapes.flatMap(fieldRows),
    ['results in another order', 'ORD-062', swapped(results)],
    ['results numbered from 0', 'ORD-062', alter(results, 'seq', (_, index) => String(index))],
    ['no check_number', 'ORD-071', put(results, 'check_number', '')],
    ['one slip for all orders', 'ORD-071', putWhere(results, (result) => result['trade_id'], 'trade_id', 'CK-T01')],
    ['every order is refused', 'ORD-066 ORD-072 ORD-087', put(results, 'result', '1')],
    ['the upload ends at its first wrong order', 'ORD-072', list(results, (all) => all.slice(0, 3))],
    [
      'results in the language of the reader',
      'ORD-068',
      whenCall(hasHeader('accept-language', 'en'), put(`${results}.error_list`, 'error_detail', 'No.')),
    ],
    ['E000015 without its field', 'ORD-086', put(`${results}.error_list`, 'error_item', '')],
  ]),
  ...onApi(stepPath('upload', 'check'), [
    ...fieldRows({ ...answerShape('ORD-063', ...counts), title: 'A check' }),
    ['error_count counts the accepted orders', 'ORD-063', put('', 'error_count', '5')],
    ['record_count without the refused orders', 'ORD-063', put('', 'record_count', '5')],
    ['a discarded upload can still be read', 'ORD-091', whenStatus(400, status(200))],
  ]),
  ...onApi(request, fieldRows({ ...answerShape('ORD-065', 'batch_id', ...counts), title: 'A request that waits' })),
  ...beforeApi(request, [['check_only ignored', 'ORD-064 ORD-088', ignoreField('check_only')]]),
  ...onApi(/^\/batches\/\d+$/, [
    ['a finished batch does not show its refused orders', 'ORD-067', put('batch', 'error_count', '0')],
  ]),
  ...onApi('/batches', [['a list of batches without error_count', 'ORD-067', drop('batch_list', 'error_count')]]),
  ...onApi(trade, [
    ...ofSlips,
    ['when an upload is discarded, its slips disappear', 'ORD-091', emptied('trade')],
    ['the tax of a line is missing', 'ORD-083', put('trade.detail_list', 'prod_tax', '0')],
    ['the amount of each line is one too high', 'ORD-083', alter('trade.detail_list', 'prod_lot_sum', oneMore)],
    ["the seller sees the buyer's own codes", 'ORD-084', put('trade.detail_list', 'private_item_id', 'CK-OWN1')],
    ['the seller sees another total', 'ORD-084', putWhere('trade', ofSeller, 'trade_total', '1')],
  ]),
  ...onApi('/order/list', [
    ['upload_no missing in the order list', 'ORD-088', put('order_list', 'upload_no', '')],
    ['another version in the order list', 'ORD-088', alter('order_list', 'version', oneMore)],
  ]),
  ...byRule([['a repeated order makes another slip', 'ORD-085 ORD-086 ORD-092', everyUploadAnew]]),
  ...generationMutants,
  ...updateMutants,
];
