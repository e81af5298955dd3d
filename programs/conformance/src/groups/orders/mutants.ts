import { list, moveFirst, swapped } from '../../checks/edits.js';
import { refusalMutants } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  ignoreField,
  onApi,
  put,
  rename,
  status,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { batchPaths } from '../../probe/batches.js';
import { generationMutants } from './generation-mutants.js';
import { judgedOrders } from './judged.js';
import { refusedGenerations, refusedUploads } from './refusals.js';

type Json = Record<string, unknown>;

const request = `${batchPaths.upload}/request`;
const check = `${batchPaths.upload}/check`;
const get = `${batchPaths.upload}/get`;
const trade = `${batchPaths.trade}/get`;
const orderList = '/order/list';

/** Changes the result of each judged order: an accepted one is refused, a refused one accepted. */
const outcomeMutants: readonly Mutant[] = judgedOrders.map(({ id, says, errors }) => ({
  name: `${says} – ${errors.length === 0 ? 'refused' : 'accepted'}`,
  noticedBy: [id],
  rule: onApi(
    get,
    each('result_list', (result) => void (String(result['upload_no']).endsWith(id) && overturn(result))),
  ),
}));

function overturn(result: Json): void {
  const isRefused = result['result'] === '1';
  result['result'] = isRefused ? '0' : '1';
  result['error_list'] = isRefused ? [] : [{ error_item: '', error_code: 'E000012', error_detail: 'No.' }];
}

const judgedMutants: readonly Mutant[] = [
  { name: 'a result without version', noticedBy: ['ORD-061'], rule: onApi(get, drop('result_list', 'version')) },
  {
    name: 'the result before the number',
    noticedBy: ['ORD-061'],
    rule: onApi(get, moveFirst('result_list', 'result')),
  },
  {
    name: 'the result of an order as a number',
    noticedBy: ['ORD-061'],
    rule: onApi(get, put('result_list', 'result', Number)),
  },
  {
    name: 'errors of an order in camelCase',
    noticedBy: ['ORD-061'],
    rule: onApi(get, rename('result_list.error_list', 'error_code', 'errorCode')),
  },
  { name: 'results in another order', noticedBy: ['ORD-062'], rule: onApi(get, list('result_list', swapped)) },
  {
    name: 'results numbered from 0',
    noticedBy: ['ORD-062'],
    rule: onApi(
      get,
      each('result_list', (result, index) => void (result['seq'] = String(index))),
    ),
  },
  { name: 'error_count missing', noticedBy: ['ORD-063'], rule: onApi(check, drop('', 'error_count')) },
  { name: 'error_count counts the accepted', noticedBy: ['ORD-063'], rule: onApi(check, put('', 'error_count', '5')) },
  {
    name: 'record_count without the refused',
    noticedBy: ['ORD-063'],
    rule: onApi(check, put('', 'record_count', '5')),
  },
  {
    name: 'check_only overlooked',
    noticedBy: ['ORD-064', 'ORD-088'],
    rule: beforeApi(request, ignoreField('check_only')),
  },
  {
    name: 'a waiting request without error_count',
    noticedBy: ['ORD-065'],
    rule: onApi(request, drop('', 'error_count')),
  },
  {
    name: 'a batch that has finished without a word of refusals',
    noticedBy: ['ORD-067'],
    rule: onApi(/^\/batches\/\d+$/, put('batch', 'error_count', '0')),
  },
  {
    name: 'a list of batches without error_count',
    noticedBy: ['ORD-067'],
    rule: onApi('/batches', drop('batch_list', 'error_count')),
  },
  { name: 'long remarks refused', noticedBy: ['ORD-066'], rule: onApi(get, put('result_list', 'result', '1')) },
];

/** A field of slips wrong by one. */
function oneMore(id: string, field: string): Mutant {
  return {
    name: `${field} of ${id} one more`,
    noticedBy: [id],
    rule: onApi(
      trade,
      put('trade', field, (value: unknown) => String(Number(value) + 1)),
    ),
  };
}

/** A field of slips with another value. */
function otherwise(id: string, field: string, value: unknown): Mutant {
  return {
    name: `${field} of ${id} is ${String(value)}`,
    noticedBy: [id],
    rule: onApi(trade, put('trade', field, value)),
  };
}

const takenMutants: readonly Mutant[] = [
  { name: 'no check_number', noticedBy: ['ORD-071'], rule: onApi(get, put('result_list', 'check_number', '')) },
  {
    name: 'one slip for all orders',
    noticedBy: ['ORD-071'],
    rule: onApi(
      get,
      each('result_list', (result) => void (result['trade_id'] &&= 'CK-T01')),
    ),
  },
  { name: 'one bad order spoils all', noticedBy: ['ORD-072'], rule: onApi(get, put('result_list', 'result', '1')) },
  {
    name: 'the upload ends at its first bad order',
    noticedBy: ['ORD-072'],
    rule: onApi(
      get,
      list('result_list', (results) => results.slice(0, 3)),
    ),
  },
  otherwise('ORD-073', 'status_code', '10'),
  otherwise('ORD-073', 'delivery_date', ''),
  otherwise('ORD-073', 'order_trade_comment', ''),
  otherwise('ORD-074', 'status_code', '40'),
  otherwise('ORD-074', 'send_date', '2027-01-01'),
  otherwise('ORD-075', 'delivery_place_code', ''),
  otherwise('ORD-076', 'delivery_place_code', 'DOCK'),
  oneMore('ORD-077', 'tax_total_std_rate'),
  oneMore('ORD-077', 'tax_excluded_total_rds_rate'),
  oneMore('ORD-077', 'trade_total'),
  oneMore('ORD-078', 'tax_total'),
  otherwise('ORD-078', 'tax_excluded_total', '330'),
  oneMore('ORD-079', 'trade_subtotal'),
  oneMore('ORD-080', 'trade_subtotal'),
  oneMore('ORD-081', 'trade_tax'),
  otherwise('ORD-081', 'tax_calc_method', '1'),
  otherwise('ORD-082', 'invoice_reg_no', ''),
  otherwise('ORD-082', 'invoice_method_flg', '0'),
  otherwise('ORD-090', 'fc_trade_total', '220'),
  otherwise('ORD-090', 'fc_owner_member_code', ''),
  otherwise('ORD-090', 'fc_tax_total', '33'),
  {
    name: 'an upload that is discarded takes its slips along',
    noticedBy: ['ORD-091'],
    rule: onApi(
      trade,
      list('trade', () => []),
    ),
  },
  {
    name: 'an upload that is discarded is still known',
    noticedBy: ['ORD-091'],
    rule: onApi(check, whenStatus(400, status(200))),
  },
  {
    name: 'two uploads at once make two slips',
    noticedBy: ['ORD-092'],
    rule: everyUploadAnew(),
  },
  {
    name: 'the tax of a line lost',
    noticedBy: ['ORD-083'],
    rule: onApi(trade, put('trade.detail_list', 'prod_tax', '0')),
  },
  {
    name: 'lines with tax rounded each',
    noticedBy: ['ORD-083'],
    rule: onApi(
      trade,
      put('trade.detail_list', 'prod_lot_sum', (sum: unknown) => String(Number(sum) + 1)),
    ),
  },
  {
    name: "the seller gets the buyer's view",
    noticedBy: ['ORD-084'],
    rule: onApi(trade, put('trade', 'member_code_self', memberOf.head)),
  },
  {
    name: "the seller sees the buyer's own codes",
    noticedBy: ['ORD-084'],
    rule: onApi(trade, put('trade.detail_list', 'private_item_id', 'CK-OWN1')),
  },
  {
    name: 'the seller sees another total',
    noticedBy: ['ORD-084'],
    rule: onApi(
      trade,
      each('trade', (slip) => void (slip['member_code_self'] === memberOf.seller && (slip['trade_total'] = '1'))),
    ),
  },
  { name: 'a repeat makes another slip', noticedBy: ['ORD-085'], rule: everyUploadAnew() },
  { name: 'another order under a used number taken', noticedBy: ['ORD-086'], rule: everyUploadAnew() },
  {
    name: 'E000015 without its field',
    noticedBy: ['ORD-086'],
    rule: onApi(get, put('result_list.error_list', 'error_item', '')),
  },
  {
    name: 'a refused order binds its number',
    noticedBy: ['ORD-087'],
    rule: onApi(get, put('result_list', 'result', '1')),
  },
  {
    name: 'upload_no missing in the order list',
    noticedBy: ['ORD-088'],
    rule: onApi(orderList, put('order_list', 'upload_no', '')),
  },
  {
    name: 'another version in the order list',
    noticedBy: ['ORD-088'],
    rule: onApi(
      orderList,
      put('order_list', 'version', (version: unknown) => String(Number(version) + 1)),
    ),
  },
];

/** A service that does not know its upload numbers again: it gets another one each time, and the caller reads its own. */
function everyUploadAnew(): Mutant['rule'] {
  return () => {
    let uploads = 0;
    return async (call, pass) => {
      if (call.service !== 'api' || call.path !== request) return pass();
      uploads += 1;
      changeBody((body) => {
        const suffix = `-${uploads}`;
        for (const order of body['order_list'] as Json[]) order['upload_no'] = `${String(order['upload_no'])}${suffix}`;
      })(call);
      return pass();
    };
  };
}

export const ordersMutants: readonly Mutant[] = [
  ...refusalMutants([...refusedUploads, ...refusedGenerations]),
  ...outcomeMutants,
  ...judgedMutants,
  ...takenMutants,
  ...generationMutants,
];
