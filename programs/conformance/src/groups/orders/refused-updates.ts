import { type RefusedCall, times } from '../../checks/refusals.js';
import { stepPath } from '../../contract/batch-functions.js';

export const path = stepPath('update', 'request');

/** Nobody has this slip, but the slips of a request are looked up only later. */
const update = { update_no: 'CK-U1', trade_id: 'CK-NOBODY-HAS-THIS', version: '1', action: 'confirm' };

/** Returns a request whose second update has a defect. */
function updateDefect(
  no: number,
  says: string,
  change: object,
  [item, code]: readonly [item: string, code: string],
  source = '4.11',
): RefusedCall {
  const other = { ...update, update_no: 'CK-U2', trade_id: 'CK-NOR-THIS', ...change };
  const body = { check_only: '1', slip_list: [update, other] };
  return { id: `ORD-${no}`, source, says, path, body, errors: [[`slip_list[1].${item}`, code]] };
}

/** Requirements about the defects of an update that can be found without any stored data (Spec 4.11, 8). */
export const refusedUpdates: readonly RefusedCall[] = [
  {
    id: 'ORD-121',
    source: '4.11',
    says: 'An update of slips must have slip_list.',
    path,
    body: { check_only: '1' },
    errors: [['slip_list', 'E000001']],
  },
  {
    id: 'ORD-122',
    source: '8',
    says: 'An update has at most 1,000 slips.',
    path,
    body: { check_only: '1', slip_list: times(1_001, update) },
    errors: [['slip_list', 'E000007']],
  },
  updateDefect(123, 'An update must have update_no.', { update_no: '' }, ['update_no', 'E000001']),
  updateDefect(124, 'An update must have trade_id.', { trade_id: '' }, ['trade_id', 'E000001']),
  updateDefect(125, 'An update must have action.', { action: '' }, ['action', 'E000001']),
  updateDefect(126, 'An action is one of the actions in the table.', { action: 'forget' }, ['action', 'E000004']),
  updateDefect(127, 'Without batch_id and seq, an update must have version.', { version: '' }, ['version', 'E000001']),
  updateDefect(128, 'The version of an update consists of digits.', { version: 'v1' }, ['version', 'E000002']),
  updateDefect(
    129,
    'An update_no of an update has at most 40 characters.',
    { update_no: 'x'.repeat(41) },
    ['update_no', 'E000003'],
    '8',
  ),
  updateDefect(130, 'If a request contains an update_no twice, it is refused with E000015.', { update_no: 'CK-U1' }, [
    'update_no',
    'E000015',
  ]),
  updateDefect(131, 'If an update contains a slip twice, it is refused with E000015.', { trade_id: update.trade_id }, [
    'trade_id',
    'E000015',
  ]),
  updateDefect(132, 'A field that the action does not have is refused with E000004.', { receipt_day: '2026-11-01' }, [
    'receipt_day',
    'E000004',
  ]),
  updateDefect(
    133,
    'If a field that the action needs is missing, the update is refused with E000001.',
    { action: 'request_correction' },
    ['order_trade_comment', 'E000001'],
  ),
  updateDefect(134, 'The wished date of a change is a date.', { action: 'change', hope_delivery_date: '2099-02-29' }, [
    'hope_delivery_date',
    'E000002',
  ]),
];
