import { alter, drop, emptied, put, reversed } from '../../mutants/bodies.js';
import { changePath } from '../../mutants/calls.js';
import { accepted, status, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { endpointMutants } from './mutants-of-endpoints.js';
import { eventShape, listShape } from './requirements.js';

const events = '/events';
const all = 'EVT-002 EVT-003 EVT-004 EVT-005 EVT-006 EVT-007';

/** Mutants with wrong events, wrong endpoints and wrong messages. */
export const eventsMutants: readonly Mutant[] = [
  ...endpointMutants,
  ...onApi(events, [
    ...fieldRows(listShape),
    ...fieldRows(eventShape),
    ['no event is returned', all, emptied('event_list')],
    ['an event names another batch', all, put('event_list.data', 'batch_id', '1')],
    ['an event has another state', 'EVT-002', put('event_list.data', 'batch_flg', '3')],
    ['an event lacks the count', 'EVT-002', drop('event_list.data', 'record_count')],
    ['ids are not UUIDs of version 7', 'EVT-003', put('event_list', 'id', '41')],
    ['times have the form of ISO 8601', 'EVT-003', alter('event_list', 'at', (at) => String(at).replace(' ', 'T'))],
    ['an event belongs to another member', 'EVT-003', put('event_list', 'member_code', '1')],
    ['positions have letters', 'EVT-003', alter('event_list', 'sequence', (sequence) => `p${String(sequence)}`)],
    ['the newest event comes first', 'EVT-006', reversed('event_list')],
    ['a wrong query is served', 'EVT-010', whenStatus(400, accepted({ event_list: [], next_cursor: 'x' }))],
    ['a wrong query is refused with HTTP 422', 'EVT-010', whenStatus(400, status(422))],
  ]),
  ...beforeApi(events, [
    ['reading begins with the oldest event', 'EVT-001', changePath(/\/events$/, '/events?after=0')],
    ['the cursor is ignored', 'EVT-004', changePath(/after=[\w-]{2,}/, 'after=0')],
    ['types are ignored', 'EVT-005', changePath(/&types=[^&]*/, '')],
    ['limit is ignored', 'EVT-006', changePath('limit=1', 'limit=2')],
  ]),
];
