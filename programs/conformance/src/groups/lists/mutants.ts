import { refusalMutants, refusalRows } from '../../checks/refusals.js';
import { member } from '../../market/members.js';
import {
  alter,
  copy,
  errorCode,
  list,
  put,
  putAt,
  putWhere,
  reversed,
  shortened,
  swapped,
} from '../../mutants/bodies.js';
import { changeBody, ignoreField, isAt, readAs, says } from '../../mutants/calls.js';
import { status, whenCall, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, byRule, counted, everySecond, onApi, type Row } from '../../mutants/table.js';
import { masterFilterFields } from './contents.js';
import {
  deliveryPlaceList,
  type ListCall,
  listCalls,
  orderList,
  orderMasterList,
  partnerList,
  shapesOf,
} from './lists.js';
import { findMutants } from './mutants-of-find.js';
import { productShapes, termsShapes } from './one-partner.js';
import { commonRefusals, ownRefusals } from './refusals.js';

const places = 'delivery_place_list';
const isT01 = (order: Fields) => order['trade_id'] === 'CK-T01';
const goesOn = says('"cursor"');
const otherCursor = changeBody((body) => {
  if (body['sell_stop'] === '0' && 'cursor' in body) body['cursor'] = 'other';
});

const terms = /^\/partners\/[^/]+\/terms$/;
const product = /^\/partners\/[^/]+\/products\/[^/]+$/;

/** Mutants with wrong answers about the terms with one partner, and about one product. */
const onePartnerMutants: readonly Mutant[] = [
  ...onApi(terms, [
    ...termsShapes.flatMap(fieldRows),
    ['terms without an order block', 'LST-502', put('terms', 'order_block_flg', '0')],
    [
      'terms whose buyer and seller are the same member',
      'LST-502',
      copy('terms', 'member_code_seller', 'member_code_buyer'),
    ],
    ['terms without the last day', 'LST-502', alter('terms', 'day_list', (days) => (days as Fields[]).slice(0, -1))],
    ['terms with the first day twice', 'LST-502', alter('terms', 'day_list', (days) => firstTwice(days as Fields[]))],
    ['days of terms without their closing time', 'LST-505', put('terms.day_list', 'closing_time', '')],
    ['days of terms that are never refused', 'LST-505', put('terms.day_list', 'refused_by', '')],
    ['a general closing time in terms', 'LST-505', put('terms.closing_list', 'general_flg', '1')],
    ['an unknown partner is refused with HTTP 400', 'LST-504', whenStatus(404, status(400))],
  ]),
  ...onApi(product, [
    ...productShapes.flatMap(fieldRows),
    ['a product without its lines', 'LST-503', put('product', 'catalog', [])],
    ['a product of another partner', 'LST-503', put('product', 'member_code_partner', member.stranger)],
    ['an unknown product gets E000008', 'LST-504', whenStatus(404, errorCode('E000008'))],
  ]),
];

function firstTwice([first = {}, ...days]: readonly Fields[]): readonly Fields[] {
  return [first, first, ...days.slice(1)];
}

/** Mutants that exist for every list call. */
function commonMutants(call: ListCall): readonly Mutant[] {
  const { title, path, field, idOf } = call;
  const first = list(field, (elements) => elements.slice(0, 1));
  return [
    ...onApi(path, [
      ...shapesOf(call).flatMap(fieldRows),
      [`${title}: pages without their last element`, idOf(4), whenCall(says('"limit"'), shortened(field))],
      [`${title}: a cursor at the end`, idOf(5), alter('', 'next_cursor', (cursor) => cursor || 'end')],
      [`${title}: the limit of the first page kept`, idOf(7), whenCall(goesOn, first)],
      ...refusalRows([8, 9, 10].map(idOf).join(' ')),
    ]),
    ...beforeApi(path, [
      [`${title}: every page is the first one`, `${idOf(4)} ${idOf(7)}`, ignoreField('cursor')],
      [`${title}: limit ignored`, `${idOf(4)} ${idOf(5)}`, ignoreField('limit')],
    ]),
    ...byRule([
      [`${title}: a different order each time`, idOf(6), counted(isAt('api', path), everySecond, swapped(field))],
    ]),
    ...refusalMutants(commonRefusals(call)),
  ];
}

const partnersBySettings = list('partner_list', (partners) =>
  partners.filter((partner) => partner['member_code_partner'] !== member.settingSeller),
);
const firstStatus = (codes: unknown) => (Array.isArray(codes) ? codes.slice(0, 1) : codes);

const contentMutants: readonly Mutant[] = [
  ...onApi(partnerList.path, [
    [
      'an unrelated member among the partners',
      'LST-121',
      putAt('partner_list', 0, 'member_code_partner', member.stranger),
    ],
    ['partners by settings missing', 'LST-121', partnersBySettings],
    ['order blocks ignored', 'LST-122', put('partner_list', 'order_block_flg', '0')],
    ['partners without customer codes', 'LST-122', put('partner_list', 'customer_code', '')],
  ]),
  ...beforeApi(partnerList.path, [
    ['client_member_code_list ignored', 'LST-122 LST-123', ignoreField('client_member_code_list')],
    ["the caller's own list instead of a store's", 'LST-124', ignoreField('member_code_self')],
  ]),
  ...onApi(orderMasterList.path, [
    ['the last line of the order master missing', 'LST-221', shortened('catalog_list')],
    ['the order master in another order', 'LST-221', reversed('catalog_list')],
  ]),
  ...beforeApi(orderMasterList.path, [
    ['always the order master of the caller', 'LST-229', ignoreField('member_code_self')],
    ['a cursor that depends on the spelling of the filters', 'LST-242', otherCursor],
    ...masterFilterFields.map(
      ({ id, says: what, fields }): Row<ReturnType<typeof ignoreField>> => [
        `Order master list: ${what} – ignored`,
        id,
        ignoreField(...fields),
      ],
    ),
  ]),
  ...onApi(deliveryPlaceList.path, [
    ['default_flg lost', 'LST-321', put(places, 'default_flg', '0')],
    ['the code of a place is its id', 'LST-321', copy(places, 'delivery_place_id', 'delivery_place_code')],
  ]),
  ...onApi(orderList.path, [
    [
      "orders of the head office's stores among its own",
      'LST-421',
      putWhere('order_list', isT01, 'member_code_self', member.store),
    ],
    ['trade_total lost', 'LST-421', put('order_list', 'trade_total', '0')],
    ['versions from 0', 'LST-423', put('order_list', 'version', '0')],
    ['loaded slips with an upload_no', 'LST-423', alter('order_list', 'upload_no', (no) => no || 'CK-1')],
    ...refusalRows('LST-424'),
  ]),
  ...beforeApi(orderList.path, [
    ['status_code of the order list ignored', 'LST-422', ignoreField('status_code')],
    ['only the first status_code read', 'LST-422', readAs('status_code', firstStatus)],
    ...['client_member_code_list', 'order_day_from', 'order_day_to'].map(
      (field): Row<ReturnType<typeof ignoreField>> => [
        `${field} of the order list ignored`,
        'LST-425',
        ignoreField(field),
      ],
    ),
    ['with_names ignored', 'LST-426', ignoreField('with_names')],
  ]),
];

export const listsMutants: readonly Mutant[] = [
  ...listCalls.flatMap(commonMutants),
  ...contentMutants,
  ...onePartnerMutants,
  ...refusalMutants(ownRefusals),
  ...findMutants,
];
