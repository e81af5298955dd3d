import { recordMutants } from '../../checks/download-records.js';
import { filterMutants } from '../../checks/filters.js';
import { refusalMutants, refusalRows } from '../../checks/refusals.js';
import { batchFunctions } from '../../contract/batch-functions.js';
import { memberOf } from '../../market/members.js';
import { alter, errorDetail, list, put, putAt } from '../../mutants/bodies.js';
import { ignoreField, ignoreHeader, readAs, readFor, says } from '../../mutants/calls.js';
import { status, text, whenCall } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { divisionFilters, memberFilters, ownFilters } from './filters.js';
import { get, ownMaster, request } from './master.js';
import { refusedRequests } from './refusals.js';
import { visibleByCode, visibleMaster } from './requirements.js';

const ofStranger = says(memberOf.stranger);
const nobodyForEmpty = (codes: unknown) =>
  Array.isArray(codes) ? codes.map((code: unknown) => code || 'CK-NOBODY') : codes;

export const masterMutants: readonly Mutant[] = [
  ...recordMutants(batchFunctions.master),
  ...onApi(get, [
    ["another member's product", 'MAS-009', putAt('master', 1, 'member_code', memberOf.stranger)],
    ['texts in capital letters', 'MAS-011', alter('master.catalog', 'item_name', (name) => String(name).toUpperCase())],
    ['zero for a number that was not loaded', 'MAS-011', alter('master.catalog', 'minimum_lot', (lot) => lot || '0')],
    ['a status in words', 'MAS-012', put('master.catalog', 'status_code', 'approved')],
    ['flags as true and false', 'MAS-012', put('master.catalog', 'share_flg', 'true')],
    ['only the line that fits', 'MAS-050', list('master.catalog', (lines) => lines.slice(1))],
  ]),
  ...beforeApi(request, [
    ['different lines may satisfy different filters', 'MAS-049', readFor('sell_stop', { 2: undefined })],
    ['empty dates inside a range', 'MAS-051', ignoreField('mc_upd_date_from')],
    ['an unknown partner is ignored', 'MAS-054', ignoreField('client_member_code_list')],
    ['objects in a list of codes are ignored', 'MAS-056', readAs('client_code_list', () => [])],
    ['empty elements count as codes', 'MAS-057', readAs('client_code_list', nobodyForEmpty)],
    ['a full batch for changes', 'MAS-091', ignoreHeader('prefer')],
  ]),
  ...onApi(request, [
    ...refusalRows('MAS-052 MAS-055'),
    [
      'an invisible member is distinguished from an unknown one',
      'MAS-053',
      whenCall(ofStranger, errorDetail('You may not see it.')),
    ],
    ['an invisible member is refused with HTTP 403', 'MAS-053', whenCall(ofStranger, status(403))],
    ['limits one lower', 'MAS-089', whenCall(says(Array(100).fill('"CK"').join()), put('', 'result', 1))],
  ]),
  ...onApi(/^\/batches\/\d+\/removed$/, [
    ['removed keys of a full batch', 'MAS-094', text(() => '{"member_code":"9CK00001"}\n')],
  ]),
  ...filterMutants(ownMaster, ownFilters),
  ...filterMutants(visibleMaster, memberFilters),
  ...filterMutants(visibleByCode, divisionFilters),
  ...refusalMutants(refusedRequests),
];
