import { recordMutants } from '../../checks/download-records.js';
import { filterMutants } from '../../checks/filters.js';
import { refusalMutants, refusalRows } from '../../checks/refusals.js';
import { batchFunctions } from '../../contract/batch-functions.js';
import { memberOf } from '../../market/members.js';
import { alter, errorDetail, firstError, put, putAt, sorted } from '../../mutants/bodies.js';
import { changeBody, readAs, readFor, says } from '../../mutants/calls.js';
import { status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { shownFilters, storedFilters } from './filters.js';
import { markAndChangeMutants } from './mutants-of-marks.js';
import { oneSlipMutants } from './mutants-of-one-slip.js';
import { refusedRequests } from './refusals.js';
import { allSlips, get, request } from './trade.js';

const ofSeller = says(memberOf.seller);
const allKinds = changeBody((body) => {
  if (body['status_set'] === undefined) body['status_code'] ??= ['10', '20', '40', '60'];
});

export const tradeMutants: readonly Mutant[] = [
  ...recordMutants(batchFunctions.trade),
  ...onApi(get, [
    ['amounts with two decimals', 'TRD-011', alter('trade', 'trade_total', (total) => `${String(total)}.00`)],
    ['the lines of another slip', 'TRD-011', put('trade.detail_list', 'trade_prod_id', 'CK-T01-1')],
    ['a status in words', 'TRD-010', put('trade', 'status_code', 'ordered')],
    [
      'a slip of an unrelated member in the answer',
      'TRD-070',
      putAt('trade', 0, 'member_code_self', memberOf.stranger),
    ],
    ["the seller gets the buyer's view", 'TRD-071 ORD-084', put('trade', 'member_code_self', memberOf.head)],
    ['a store gets a slip of its head office', 'TRD-074', putAt('trade', 1, 'trade_id', 'CK-T01')],
    ['slip_kind delivered', 'TRD-075', put('trade', 'slip_kind', '1')],
  ]),
  ...beforeApi(request, [
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((kind) => {
      const other = (kind + 1) % 8;
      const read = readFor('target_date_set', { [kind]: String(other) });
      return [`target_date_set ${kind} read as ${other}`, `TRD-06${kind}`, read] as const;
    }),
    [
      'the first day of a period is not included',
      'TRD-068',
      readFor('target_date_from', { '2027-04-03': '2027-04-04' }),
    ],
    ['the last day of a period is not included', 'TRD-068', readFor('target_date_to', { '2027-04-05': '2027-04-04' })],
    ['all kinds are selected without status_set', 'TRD-069', allKinds],
    [
      'only the own slips are selected without member_codes',
      'TRD-070',
      readAs('member_codes', (codes) => codes ?? [memberOf.head]),
    ],
  ]),
  ...onApi(request, [
    ...refusalRows('TRD-072'),
    [
      'an invisible member is distinguished from an unknown one',
      'TRD-073',
      whenCall(ofSeller, errorDetail('Not yours.')),
    ],
    ['an invisible member is refused with HTTP 403', 'TRD-073', whenCall(ofSeller, status(403))],
    ['only the first defect is reported', 'TRD-110', whenStatus(400, firstError)],
    ['defects are in alphabetical order', 'TRD-110', whenStatus(400, sorted('error_list', 'error_item'))],
    ['integers refused', 'TRD-111', whenCall(says('"target_date_set":2,'), put('', 'result', 1))],
  ]),
  ...filterMutants(allSlips, [...shownFilters, ...storedFilters]),
  ...markAndChangeMutants,
  ...oneSlipMutants,
  ...refusalMutants(refusedRequests),
];
