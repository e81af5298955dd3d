import { list, moveFirst, swapped } from '../../checks/edits.js';
import { refusalMutants } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import { beforeApi, changeBody, each, onApi, put, rename, whenCall } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { path } from './fc-price.js';
import { refusedRequests } from './requirements.js';
import { scenarioMutants } from './scenarios.js';

type Json = Record<string, unknown>;

const noErrors = put('item', 'detail_err_list', []);

/** Changes every item of a request. */
function items(change: (item: Json) => void): Mutant['rule'] {
  return beforeApi(
    path,
    changeBody((body) => (body['item'] as Json[] | undefined)?.forEach(change)),
  );
}

const shapeMutants: readonly Mutant[] = [
  { name: 'item in the plural', noticedBy: ['FCP-001'], rule: onApi(path, rename('', 'item', 'items')) },
  { name: 'price in small letters', noticedBy: ['FCP-002'], rule: onApi(path, rename('item', 'Price', 'price')) },
  { name: 'fc_price before Price', noticedBy: ['FCP-002'], rule: onApi(path, moveFirst('item', 'fc_price')) },
  {
    name: 'Price rounded half up',
    noticedBy: ['FCP-003'],
    rule: onApi(
      path,
      each('item', (item) => void (item['Price'] === 12 && (item['Price'] = 13))),
    ),
  },
  {
    name: 'a price with decimals refused as a number',
    noticedBy: ['FCP-012'],
    rule: items(
      (item) => void (Number.isInteger(item['price']) || typeof item['price'] !== 'number' || (item['price'] = true)),
    ),
  },
  { name: 'fc_price as a text', noticedBy: ['FCP-003'], rule: onApi(path, put('item', 'fc_price', String)) },
  { name: 'the first two items swapped', noticedBy: ['FCP-004'], rule: onApi(path, list('item', swapped)) },
  { name: 'delivery_date left empty', noticedBy: ['FCP-004'], rule: onApi(path, put('item', 'delivery_date', '')) },
  { name: 'an unknown store is no error', noticedBy: ['FCP-005', 'FCP-006'], rule: onApi(path, noErrors) },
  {
    name: 'the price of an unknown store',
    noticedBy: ['FCP-005'],
    rule: onApi(
      path,
      each('item', (item) => void (item['fc_price'] = item['Price'])),
    ),
  },
  {
    name: 'errors in camelCase',
    noticedBy: ['FCP-006'],
    rule: onApi(path, rename('item.detail_err_list', 'error_code', 'errorCode')),
  },
  {
    name: 'error_detail first',
    noticedBy: ['FCP-006'],
    rule: onApi(path, moveFirst('item.detail_err_list', 'error_detail')),
  },
  {
    name: 'members without FC owner have prices',
    noticedBy: ['FCP-007'],
    rule: onApi(
      path,
      whenCall(({ body }) => body.includes(memberOf.head), noErrors),
    ),
  },
  { name: 'strangers see prices', noticedBy: ['FCP-008'], rule: onApi(path, noErrors, put('item', 'fc_price', 1_000)) },
  {
    name: 'an unknown line E000008',
    noticedBy: ['FCP-009'],
    rule: onApi(path, put('item.detail_err_list', 'error_code', 'E000008')),
  },
  {
    name: 'an unknown line at its price',
    noticedBy: ['FCP-009'],
    rule: onApi(
      path,
      each('item', (item) => void (item['fc_price'] = item['Price'])),
    ),
  },
  { name: 'stores get no price of their own', noticedBy: ['FCP-010'], rule: onApi(path, put('item', 'fc_price', 0)) },
  {
    name: 'the order date overlooked',
    noticedBy: ['FCP-011', 'FCP-102', 'FCP-107'],
    rule: items((item) => void (item['order_send_date'] = '2027-01-15')),
  },
  {
    name: 'the delivery date overlooked',
    noticedBy: ['FCP-111'],
    rule: items((item) => void (item['delivery_date'] = item['order_send_date'])),
  },
  {
    name: 'prices in whole yen',
    noticedBy: ['FCP-116', 'FCP-113'],
    rule: items((item) => void (item['price'] = String(Math.trunc(Number(item['price']))))),
  },
  {
    name: 'computed in binary',
    noticedBy: ['FCP-116'],
    rule: onApi(
      path,
      each('item', (item) => void (item['fc_price'] === 435 && (item['fc_price'] = Math.floor(4.35 * 100)))),
    ),
  },
];

export const fcPriceMutants: readonly Mutant[] = [
  ...shapeMutants,
  ...refusalMutants(refusedRequests),
  ...scenarioMutants,
];
