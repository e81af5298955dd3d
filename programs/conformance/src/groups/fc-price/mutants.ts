import { refusalMutants } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import { alter, copy, put, putWhere, swapped } from '../../mutants/bodies.js';
import { changeBody, says } from '../../mutants/calls.js';
import { whenCall } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Change, Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { path, shapes } from './fc-price.js';
import { refusedRequests } from './requirements.js';
import { scenarioMutants } from './scenarios.js';

const isDecimal = (price: unknown) => typeof price === 'number' && !Number.isInteger(price);
const noErrors = put('item', 'detail_err_list', []);

/** Changes a field of every item before the service reads it. */
function readItems(field: string, read: (value: unknown, item: Fields) => unknown): Change {
  return changeBody((body) => {
    for (const item of (body['item'] ?? []) as Fields[]) item[field] = read(item[field], item);
  });
}

export const fcPriceMutants: readonly Mutant[] = [
  ...onApi(path, [
    ...Object.values(shapes).flatMap(fieldRows),
    ['Price rounded half up', 'FCP-003', putWhere('item', (item) => item['Price'] === 12, 'Price', 13)],
    ['fc_price as a text', 'FCP-003', alter('item', 'fc_price', String)],
    ['the first two items swapped', 'FCP-004', swapped('item')],
    ['delivery_date left empty', 'FCP-004', put('item', 'delivery_date', '')],
    ['an unknown store is no error', 'FCP-005 FCP-006', noErrors],
    ['members without FC owner have prices', 'FCP-007', whenCall(says(memberOf.head), noErrors)],
    ['strangers see prices', 'FCP-008', noErrors, put('item', 'fc_price', 1_000)],
    ['an unknown line gets E000008', 'FCP-009', put('item.detail_err_list', 'error_code', 'E000008')],
    ['an unknown store or line has a price', 'FCP-005 FCP-009', copy('item', 'Price', 'fc_price')],
    ['stores get no price for themselves', 'FCP-010', put('item', 'fc_price', 0)],
    ['computed in binary', 'FCP-116', putWhere('item', (item) => item['fc_price'] === 435, 'fc_price', 434)],
  ]),
  ...beforeApi(path, [
    [
      'a price with decimals is refused if it is a number',
      'FCP-012',
      readItems('price', (price) => isDecimal(price) || price),
    ],
    ['the order date is ignored', 'FCP-011 FCP-102 FCP-107', readItems('order_send_date', () => '2027-01-15')],
    ['the delivery date is ignored', 'FCP-111', readItems('delivery_date', (_, item) => item['order_send_date'])],
    ['prices in whole yen', 'FCP-116 FCP-113', readItems('price', (price) => String(Math.trunc(Number(price))))],
  ]),
  ...refusalMutants(refusedRequests),
  ...scenarioMutants,
];
