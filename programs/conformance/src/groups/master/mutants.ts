import { list, moveFirst, nineHoursBefore, shortened, swapped } from '../../checks/edits.js';
import { filterMutants } from '../../checks/filters.js';
import { refusalMutants } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  header,
  json,
  moveLast,
  onApi,
  put,
  rename,
  status,
  text,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { batchPaths } from '../../probe/batches.js';
import { divisionFilters, memberFilters, ownFilters } from './filters.js';
import { get, ownMaster, request } from './master.js';
import { refusedRequests } from './refusals.js';
import { visibleByCode, visibleMaster } from './requirements.js';

const recordMutants: readonly Mutant[] = [
  {
    name: 'a header field renamed',
    noticedBy: ['MAS-001'],
    rule: onApi(get, rename('master', 'order_name_kana_to', 'order_kana_to')),
  },
  { name: 'a header field missing', noticedBy: ['MAS-001'], rule: onApi(get, drop('master', 'private_op_code')) },
  { name: 'seq before batch_id', noticedBy: ['MAS-001'], rule: onApi(get, moveFirst('master', 'seq')) },
  { name: 'a header field more', noticedBy: ['MAS-001'], rule: onApi(get, put('master', 'color', 'red')) },
  {
    name: 'one of the thirty quantities missing',
    noticedBy: ['MAS-002'],
    rule: onApi(get, drop('master.buy', 'stock_sub_qty17')),
  },
  {
    name: 'a unit behind all others',
    noticedBy: ['MAS-002'],
    rule: onApi(get, moveLast('master.buy', 'stock_sub_unit30')),
  },
  {
    name: 'private_stock_unit_code_base renamed',
    noticedBy: ['MAS-002'],
    rule: onApi(get, rename('master.buy', 'private_stock_unit_code_base', 'private_stock_sub_unit_code0')),
  },
  {
    name: 'item_wholesale_with_taxfree renamed',
    noticedBy: ['MAS-003'],
    rule: onApi(get, rename('master.catalog', 'item_wholesale_with_taxfree', 'item_wholesale_taxfree')),
  },
  {
    name: 'store_unshare_flg missing',
    noticedBy: ['MAS-003'],
    rule: onApi(get, drop('master.catalog', 'store_unshare_flg')),
  },
  {
    name: 'item_id before catalog_id',
    noticedBy: ['MAS-003'],
    rule: onApi(get, moveFirst('master.catalog', 'item_id')),
  },
  {
    name: 'lead_time as a number',
    noticedBy: ['MAS-004'],
    rule: onApi(get, put('master.catalog', 'lead_time', Number)),
  },
  { name: 'stock_price null', noticedBy: ['MAS-004'], rule: onApi(get, put('master.buy', 'stock_price', null)) },
  { name: 'op_name null', noticedBy: ['MAS-004'], rule: onApi(get, put('master', 'op_name', null)) },
  {
    name: 'numbered from 0',
    noticedBy: ['MAS-005'],
    rule: onApi(
      get,
      each('master', (record, index) => void (record['seq'] = String(index))),
    ),
  },
  {
    name: 'seq 2 skipped',
    noticedBy: ['MAS-005'],
    rule: onApi(
      get,
      each('master', (record, index) => void (record['seq'] = String(index === 0 ? 1 : index + 2))),
    ),
  },
  { name: 'seq as a number', noticedBy: ['MAS-005'], rule: onApi(get, put('master', 'seq', Number)) },
  { name: 'the last record missing', noticedBy: ['MAS-005'], rule: onApi(get, list('master', shortened)) },
  {
    name: 'batch_id of another batch',
    noticedBy: ['MAS-006'],
    rule: onApi(get, put('master', 'batch_id', '1000000000000')),
  },
  {
    name: 'create_date of the second record later',
    noticedBy: ['MAS-007'],
    rule: onApi(
      get,
      each('master', (record, index) => void (index === 1 && (record['create_date'] = '2027-01-01 00:00:00'))),
    ),
  },
  {
    name: 'create_date with T',
    noticedBy: ['MAS-007'],
    rule: onApi(
      get,
      put('master', 'create_date', (date: unknown) => String(date).replace(' ', 'T')),
    ),
  },
  {
    name: 'create_date in UTC',
    noticedBy: ['MAS-007'],
    rule: onApi(
      get,
      put('master', 'create_date', (date: unknown) => nineHoursBefore(String(date))),
    ),
  },
  { name: 'the first two records swapped', noticedBy: ['MAS-008'], rule: onApi(get, list('master', swapped)) },
  {
    name: "another member's product",
    noticedBy: ['MAS-009'],
    rule: onApi(
      get,
      each('master', (record, index) => void (index === 1 && (record['member_code'] = memberOf.stranger))),
    ),
  },
  {
    name: 'texts in capital letters',
    noticedBy: ['MAS-011'],
    rule: onApi(
      get,
      put('master.catalog', 'item_name', (name: unknown) => String(name).toUpperCase()),
    ),
  },
  {
    name: 'zero for a number that was not loaded',
    noticedBy: ['MAS-011'],
    rule: onApi(
      get,
      put('master.catalog', 'minimum_lot', (lot: unknown) => lot || '0'),
    ),
  },
  {
    name: 'a status in words',
    noticedBy: ['MAS-012'],
    rule: onApi(get, put('master.catalog', 'status_code', 'approved')),
  },
  {
    name: 'flags as true and false',
    noticedBy: ['MAS-012'],
    rule: onApi(get, put('master.catalog', 'share_flg', 'true')),
  },
  { name: 'the list named products', noticedBy: ['MAS-010'], rule: onApi(get, rename('', 'master', 'products')) },
];

const visibilityMutants: readonly Mutant[] = [
  {
    name: 'only the line that fits',
    noticedBy: ['MAS-050'],
    rule: onApi(
      get,
      each('master', (record) => void (record['catalog'] = (record['catalog'] as unknown[]).slice(1))),
    ),
  },
  {
    name: 'filters met by different lines together',
    noticedBy: ['MAS-049'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['sell_stop'] === '2' && delete body['sell_stop'])),
    ),
  },
  {
    name: 'empty dates inside a range',
    noticedBy: ['MAS-051'],
    rule: beforeApi(
      request,
      changeBody((body) => void delete body['mc_upd_date_from']),
    ),
  },
  {
    name: 'an unknown member taken',
    noticedBy: ['MAS-052'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['member_code_list'] = [])),
    ),
  },
  {
    name: 'the unknown member not named by its place',
    noticedBy: ['MAS-052'],
    rule: onApi(request, whenStatus(400, put('error_list', 'error_item', 'member_code_list'))),
  },
  {
    name: 'an unseen member told from an unknown one',
    noticedBy: ['MAS-053'],
    rule: onApi(
      request,
      whenCall(
        ({ body }) => body.includes(memberOf.stranger),
        put('error_list', 'error_detail', 'You may not see this member.'),
      ),
    ),
  },
  {
    name: 'an unseen member refused with 403',
    noticedBy: ['MAS-053'],
    rule: onApi(
      request,
      whenCall(({ body }) => body.includes(memberOf.stranger), status(403)),
    ),
  },
  {
    name: 'an unknown partner overlooked',
    noticedBy: ['MAS-054'],
    rule: beforeApi(
      request,
      changeBody((body) => void delete body['client_member_code_list']),
    ),
  },
  {
    name: 'a store reads its head office',
    noticedBy: ['MAS-055'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['member_code_list'] = [])),
    ),
  },
  {
    name: 'objects in a list of codes overlooked',
    noticedBy: ['MAS-056'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['client_code_list'] = [])),
    ),
  },
  {
    name: 'empty elements are codes',
    noticedBy: ['MAS-057'],
    rule: beforeApi(
      request,
      changeBody(
        (body) =>
          void (body['client_code_list'] = (body['client_code_list'] as unknown[] | undefined)?.map(
            (code) => code || 'CK-NOBODY',
          )),
      ),
    ),
  },
  {
    name: 'limits one lower',
    noticedBy: ['MAS-089'],
    rule: onApi(
      request,
      json((body, { body: sent }) => (sent.toString().split('"CK"').length === 101 ? { ...body, result: 1 } : body)),
    ),
  },
];

const batchMutants: readonly Mutant[] = [
  {
    name: 'no cursor on a confirm',
    noticedBy: ['MAS-091'],
    rule: onApi(`${batchPaths.master}/check`, header('x-change-cursor', undefined)),
  },
  {
    name: 'a full batch for changes',
    noticedBy: ['MAS-091'],
    rule: beforeApi(request, ({ headers }) => void delete headers['prefer']),
  },
  {
    name: 'acknowledgements promised without marks',
    noticedBy: ['MAS-092'],
    rule: onApi(get, header('preference-applied', 'delivery=acknowledged')),
  },
  {
    name: 'acknowledgements of products refused',
    noticedBy: ['MAS-093'],
    rule: onApi(/^\/batches\/\d+\/delivered$/, status(400)),
  },
  {
    name: 'removed keys of a full batch',
    noticedBy: ['MAS-094'],
    rule: onApi(
      /^\/batches\/\d+\/removed$/,
      text(() => '{"member_code":"9CK00001"}\n'),
    ),
  },
];

export const masterMutants: readonly Mutant[] = [
  ...recordMutants,
  ...filterMutants(ownMaster, ownFilters),
  ...filterMutants(visibleMaster, memberFilters),
  ...filterMutants(visibleByCode, divisionFilters),
  ...visibilityMutants,
  ...batchMutants,
  ...refusalMutants(refusedRequests),
];
