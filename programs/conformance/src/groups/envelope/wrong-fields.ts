import type { RefusedCall } from '../../checks/refusals.js';

const request = '/master/download/buy/request';
const trade = '/trade/download/request';
const lists = '/ordermaster/list';
const delivery = '/delivery/shortest';
const reading = 'open-points: how-request-values-are-read';
const refusals = 'open-points: what-a-refusal-lists';
const period = { target_date_set: '2', target_date_from: '2026-01-01', target_date_to: '2026-01-31' };
const codes = (count: number) => Array.from({ length: count }, (_, index) => `code-${index}`);

/** Requirements about calls with wrong fields. */
export const wrongFields: readonly RefusedCall[] = [
  {
    id: 'ENV-040',
    source: '7',
    says: 'A missing field is refused with E000001, and the error names the field.',
    path: trade,
    body: { ...period, target_date_set: undefined },
    errors: [['target_date_set', 'E000001']],
  },
  {
    id: 'ENV-041',
    source: '7',
    says: 'A value of a wrong type is refused with E000002.',
    path: lists,
    body: { food_cat_large_code: true },
    errors: [['food_cat_large_code', 'E000002']],
  },
  {
    id: 'ENV-042',
    source: '7',
    says: 'A date that does not exist is refused with E000002.',
    path: trade,
    body: { ...period, target_date_to: '2026-02-30' },
    errors: [['target_date_to', 'E000002']],
  },
  {
    id: 'ENV-043',
    source: '2',
    says: 'A date has the form yyyy-MM-dd; any other form is refused with E000002.',
    path: trade,
    body: { ...period, target_date_from: '2026/01/01' },
    errors: [['target_date_from', 'E000002']],
  },
  {
    id: 'ENV-044',
    source: '2',
    says: 'A date-time has the form yyyy-MM-dd HH:mm:ss; a T instead of the space is refused with E000002.',
    path: lists,
    body: { mc_upd_date_from: '2026-01-01T00:00:00' },
    errors: [['mc_upd_date_from', 'E000002']],
  },
  {
    id: 'ENV-045',
    source: '8',
    says: 'A value with more characters than its limit is refused with E000003.',
    path: lists,
    body: { food_cat_large_code: '123' },
    errors: [['food_cat_large_code', 'E000003']],
  },
  {
    id: 'ENV-046',
    source: '8',
    says: 'member_code_self has at most 8 characters.',
    path: delivery,
    body: { member_code_self: '123456789', member_code_partner: '1', details_list: [{ catalog_id: '1' }] },
    errors: [
      ['member_code_self', 'E000003'],
      ['member_code_partner', 'E000008'],
    ],
  },
  {
    id: 'ENV-047',
    source: '7',
    says: 'A value that is not allowed is refused with E000004.',
    path: lists,
    body: { sell_stop: '3' },
    errors: [['sell_stop', 'E000004']],
  },
  {
    id: 'ENV-048',
    source: '7',
    says: 'A range that starts after its end is refused with E000005, and the error names the end.',
    path: trade,
    body: { ...period, target_date_to: '2025-12-31' },
    errors: [['target_date_to', 'E000005']],
  },
  {
    id: 'ENV-049',
    source: '8',
    says: 'A list with more elements than its limit is refused with one E000007.',
    path: request,
    body: { fc_owner_code_list: codes(101) },
    errors: [['fc_owner_code_list', 'E000007']],
  },
  {
    id: 'ENV-050',
    source: '8',
    says: 'status_code has at most 30 elements.',
    path: trade,
    body: { ...period, status_code: Array.from({ length: 31 }, () => '10') },
    errors: [['status_code', 'E000007']],
  },
  {
    id: 'ENV-051',
    source: 'open-points: limits-of-our-own',
    says: 'Any other list of codes has at most 10,000 elements.',
    path: request,
    body: { client_code_list: codes(10_001) },
    errors: [['client_code_list', 'E000007']],
  },
  {
    id: 'ENV-052',
    source: '8',
    says: 'Any other value has at most 200 characters.',
    path: request,
    body: { client_code_list: ['a'.repeat(201)] },
    errors: [['client_code_list[0]', 'E000003']],
  },
  {
    id: 'ENV-053',
    source: 'open-points: limits-of-our-own',
    says: 'A text with U+0000 is refused with E000002.',
    path: request,
    body: { client_code_list: ['a\u0000'] },
    errors: [['client_code_list[0]', 'E000002']],
  },
  {
    id: 'ENV-054',
    source: 'open-points: limits-of-our-own',
    says: 'Half of a surrogate pair is refused with E000002.',
    path: request,
    body: '{"client_code_list":["\\ud842"]}',
    errors: [['client_code_list[0]', 'E000002']],
  },
  {
    id: 'ENV-055',
    source: '7',
    says: 'All defects of a request are reported together, in the order of its fields.',
    path: trade,
    body: { target_date_set: '9', target_date_from: 'yesterday', mod_flg: '7' },
    errors: [
      ['target_date_set', 'E000004'],
      ['target_date_from', 'E000002'],
      ['target_date_to', 'E000001'],
      ['mod_flg', 'E000004'],
    ],
  },
  {
    id: 'ENV-056',
    source: refusals,
    says: 'Each defective element of a list is reported with its place.',
    path: trade,
    body: { ...period, status_code: ['10', '99', '40', '98'] },
    errors: [
      ['status_code[1]', 'E000004'],
      ['status_code[3]', 'E000004'],
    ],
  },
  {
    id: 'ENV-057',
    source: '7',
    says: 'Fields in lists of objects are reported with their place (details_list[1].catalog_id).',
    path: '/fc/price',
    body: { item: [price({}), price({ catalog_id: undefined })] },
    errors: [['item[1].catalog_id', 'E000001']],
  },
  {
    id: 'ENV-058',
    source: reading,
    says: 'Empty elements of a list of codes do not count, but errors still name the other elements by their place in the request.',
    path: trade,
    body: { ...period, status_code: ['10', '', null, '99'] },
    errors: [['status_code[3]', 'E000004']],
  },
  {
    id: 'ENV-059',
    source: reading,
    says: 'null counts as not sent.',
    path: trade,
    body: { ...period, target_date_from: null },
    errors: [['target_date_from', 'E000001']],
  },
  {
    id: 'ENV-060',
    source: reading,
    says: 'The empty text counts as not sent.',
    path: trade,
    body: { ...period, target_date_from: '' },
    errors: [['target_date_from', 'E000001']],
  },
  {
    id: 'ENV-061',
    source: reading,
    says: '[] and [{}] count as not sent.',
    path: '/fc/price',
    body: { item: [{}] },
    errors: [['item', 'E000001']],
  },
  {
    id: 'ENV-062',
    source: reading,
    says: 'An integer above 2^53 - 1 is refused with E000002.',
    path: '/master/download/buy/check',
    body: '{"batch_id":9007199254740993}',
    errors: [['batch_id', 'E000002']],
  },
  {
    id: 'ENV-063',
    source: reading,
    says: 'In a list of codes, an object with two codes is refused with E000002.',
    path: request,
    body: { client_code_list: [{ a: '1', b: '2' }] },
    errors: [['client_code_list[0]', 'E000002']],
  },
  {
    id: 'ENV-064',
    source: '4',
    says: 'The only value of response_type is json.',
    path: lists,
    body: { response_type: 'xml' },
    errors: [['response_type', 'E000004']],
  },
  {
    id: 'ENV-065',
    source: '8',
    says: 'response_type has at most 10 characters.',
    path: lists,
    body: { response_type: 'javascript-json' },
    errors: [['response_type', 'E000003']],
  },
  {
    id: 'ENV-066',
    source: '7',
    says: 'For each field, only the first defect is reported: a wrong length before a wrong value.',
    path: lists,
    body: { food_cat_middle_code: '12345' },
    errors: [['food_cat_middle_code', 'E000003']],
  },
];

/** A product in an FC price request. */
function price(changes: object): object {
  const item = {
    member_code_store: '1',
    catalog_id: '1',
    price: '100',
    order_send_date: '2026-01-01',
    delivery_date: '2026-01-01',
  };
  return { ...item, ...changes };
}
