import { list, moveFirst, nineHoursBefore, shortened, swapped } from '../../checks/edits.js';
import { filterMutants } from '../../checks/filters.js';
import { refusalMutants } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  json,
  moveLast,
  onApi,
  put,
  rename,
  status,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { shownFilters, storedFilters } from './filters.js';
import { markAndChangeMutants } from './mark-and-change-mutants.js';
import { refusedRequests } from './refusals.js';
import { allSlips, get, request } from './trade.js';

const recordMutants: readonly Mutant[] = [
  {
    name: 'a header field renamed',
    noticedBy: ['TRD-001'],
    rule: onApi(get, rename('trade', 'fc_direct_trade_flg', 'fc_direct_flg')),
  },
  { name: 'user_date missing', noticedBy: ['TRD-001'], rule: onApi(get, drop('trade', 'user_date')) },
  { name: 'trade_total behind all others', noticedBy: ['TRD-001'], rule: onApi(get, moveLast('trade', 'trade_total')) },
  { name: 'version in the record', noticedBy: ['TRD-001'], rule: onApi(get, put('trade', 'version', '1')) },
  {
    name: 'a field of a line renamed',
    noticedBy: ['TRD-002'],
    rule: onApi(get, rename('trade.detail_list', 'fc_lot_total_tax_excluded', 'fc_prod_lot_total_tax_excluded')),
  },
  {
    name: 'subject_name_2a missing',
    noticedBy: ['TRD-002'],
    rule: onApi(get, drop('trade.detail_list', 'subject_name_2a')),
  },
  {
    name: 'item_id before trade_prod_id',
    noticedBy: ['TRD-002'],
    rule: onApi(get, moveFirst('trade.detail_list', 'item_id')),
  },
  {
    name: 'the name before the code of a group',
    noticedBy: ['TRD-003'],
    rule: onApi(get, moveFirst('trade.partner_group_list', 'partner_group_name')),
  },
  { name: 'trade_total as a number', noticedBy: ['TRD-004'], rule: onApi(get, put('trade', 'trade_total', Number)) },
  {
    name: 'prod_lot_qty as a number',
    noticedBy: ['TRD-004'],
    rule: onApi(get, put('trade.detail_list', 'prod_lot_qty', Number)),
  },
  { name: 'send_time null', noticedBy: ['TRD-004'], rule: onApi(get, put('trade', 'send_time', null)) },
  {
    name: 'numbered from 0',
    noticedBy: ['TRD-005'],
    rule: onApi(
      get,
      each('trade', (slip, index) => void (slip['seq'] = String(index))),
    ),
  },
  { name: 'the last slip missing', noticedBy: ['TRD-005'], rule: onApi(get, list('trade', shortened)) },
  { name: 'batch_id empty', noticedBy: ['TRD-006'], rule: onApi(get, put('trade', 'batch_id', '')) },
  {
    name: 'create_date in UTC',
    noticedBy: ['TRD-007'],
    rule: onApi(
      get,
      put('trade', 'create_date', (date: unknown) => nineHoursBefore(String(date))),
    ),
  },
  {
    name: 'create_date of each slip its own',
    noticedBy: ['TRD-007'],
    rule: onApi(
      get,
      each('trade', (slip, index) => void (slip['create_date'] = `2027-01-01 00:00:0${index % 10}`)),
    ),
  },
  { name: 'the first two slips swapped', noticedBy: ['TRD-008'], rule: onApi(get, list('trade', swapped)) },
  { name: 'an envelope with a field more', noticedBy: ['TRD-009'], rule: onApi(get, put('', 'count', 1)) },
  { name: 'result 1 on a normal answer', noticedBy: ['TRD-009'], rule: onApi(get, put('', 'result', 1)) },
  {
    name: 'amounts with two decimals',
    noticedBy: ['TRD-011'],
    rule: onApi(
      get,
      put('trade', 'trade_total', (total: unknown) => `${String(total)}.00`),
    ),
  },
  {
    name: 'the lines of another slip',
    noticedBy: ['TRD-011'],
    rule: onApi(get, put('trade.detail_list', 'trade_prod_id', 'CK-T01-1')),
  },
  { name: 'a status in words', noticedBy: ['TRD-010'], rule: onApi(get, put('trade', 'status_code', 'ordered')) },
];

/** Reads the dates of another kind. */
function otherKind(kind: number, other: number): () => ReturnType<Mutant['rule']> {
  return beforeApi(
    request,
    changeBody((body) => void (body['target_date_set'] === String(kind) && (body['target_date_set'] = String(other)))),
  );
}

const periodMutants: readonly Mutant[] = [
  ...Array.from({ length: 8 }, (_, kind) => ({
    name: `target_date_set ${kind} read as ${(kind + 1) % 8}`,
    noticedBy: [`TRD-06${kind}`],
    rule: otherKind(kind, (kind + 1) % 8),
  })),
  {
    name: 'the first day of a period left out',
    noticedBy: ['TRD-068'],
    rule: beforeApi(
      request,
      changeBody(
        (body) => void (body['target_date_from'] === '2027-04-03' && (body['target_date_from'] = '2027-04-04')),
      ),
    ),
  },
  {
    name: 'the last day of a period left out',
    noticedBy: ['TRD-068'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['target_date_to'] === '2027-04-05' && (body['target_date_to'] = '2027-04-04'))),
    ),
  },
  {
    name: 'without status_set all kinds',
    noticedBy: ['TRD-069'],
    rule: beforeApi(
      request,
      changeBody(
        (body) => void (body['status_set'] === undefined && (body['status_code'] ??= ['10', '20', '40', '60'])),
      ),
    ),
  },
  {
    name: 'without member_codes the own slips only',
    noticedBy: ['TRD-070'],
    rule: beforeApi(
      request,
      changeBody((body) => void (body['member_codes'] ??= [memberOf.head])),
    ),
  },
  {
    name: "a stranger's slip among them",
    noticedBy: ['TRD-070'],
    rule: onApi(
      get,
      each('trade', (slip, index) => void (index === 0 && (slip['member_code_self'] = memberOf.stranger))),
    ),
  },
  {
    name: "the seller gets the buyer's view",
    noticedBy: ['TRD-071'],
    rule: onApi(get, put('trade', 'member_code_self', memberOf.head)),
  },
  {
    name: 'an unknown member in member_codes taken',
    noticedBy: ['TRD-072'],
    rule: beforeApi(
      request,
      changeBody((body) => void delete body['member_codes']),
    ),
  },
  {
    name: 'places counted without empty elements',
    noticedBy: ['TRD-072'],
    rule: onApi(request, whenStatus(400, put('error_list', 'error_item', 'member_codes[0]'))),
  },
  {
    name: 'an unseen member told from an unknown one',
    noticedBy: ['TRD-073'],
    rule: onApi(
      request,
      whenCall(({ body }) => body.includes(memberOf.seller), put('error_list', 'error_detail', 'Not yours.')),
    ),
  },
  {
    name: 'an unseen member refused with 403',
    noticedBy: ['TRD-073'],
    rule: onApi(
      request,
      whenCall(({ body }) => body.includes(memberOf.seller), status(403)),
    ),
  },
  {
    name: 'a store gets a slip of its head office',
    noticedBy: ['TRD-074'],
    rule: onApi(
      get,
      each('trade', (slip, index) => void (index === 1 && (slip['trade_id'] = 'CK-T01'))),
    ),
  },
  { name: 'slip_kind delivered', noticedBy: ['TRD-075'], rule: onApi(get, put('trade', 'slip_kind', '1')) },
  {
    name: 'only the first defect told',
    noticedBy: ['TRD-110'],
    rule: onApi(
      request,
      whenStatus(
        400,
        list('error_list', (errors) => errors.slice(0, 1)),
      ),
    ),
  },
  {
    name: 'defects in the order of the alphabet',
    noticedBy: ['TRD-110'],
    rule: onApi(
      request,
      whenStatus(
        400,
        list('error_list', (errors) =>
          errors.toSorted((one, other) => String(one['error_item']).localeCompare(String(other['error_item']))),
        ),
      ),
    ),
  },
  {
    name: 'integers refused',
    noticedBy: ['TRD-111'],
    rule: onApi(
      request,
      json((body, { body: sent }) => (sent.includes('"target_date_set":2,') ? { ...body, result: 1 } : body)),
    ),
  },
];

export const tradeMutants: readonly Mutant[] = [
  ...recordMutants,
  ...filterMutants(allSlips, [...shownFilters, ...storedFilters]),
  ...periodMutants,
  ...markAndChangeMutants,
  ...refusalMutants(refusedRequests),
];
