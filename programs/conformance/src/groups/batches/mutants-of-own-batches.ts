import { refusalRows } from '../../checks/refusals.js';
import { answerShape } from '../../contract/object-shape.js';
import { drop, emptied, errorCode, firstError, put, rename, reversed } from '../../mutants/bodies.js';
import { both, changePath, ignoreField, ignoreHeader, isAt } from '../../mutants/calls.js';
import { accepted, header, replace, status, text, whenCall, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Edit, Is, Mutant } from '../../mutants/mutant.js';
import { afterFirst, beforeApi, byRule, counted, onApi, pretending, remembering } from '../../mutants/table.js';
import { paths } from './known-batch.js';

const list = '/batches';
const one = /^\/batches\/\d+$/;
const records = /^\/batches\/\d+\/records$/;
const removed = /^\/batches\/\d+\/removed$/;
const search = /^\/batches\/\d+\/search$/;
const input = /^\/batches\/\d+\/input$/;
const delivered = /^\/batches\/\d+\/delivered$/;
const any = /^\/batches\/\d+/;
const trade = '/trade/download';
const applied = 'delivery=acknowledged';
const isDelete: Is = ({ method }) => method === 'DELETE';
const taken = accepted();
const weakTag: Edit = ({ headers }) => void (headers['etag'] = `W/${String(headers['etag'])}`);

/** After the first get call for slips, reports that no slip is left without a delivery mark. */
const marksEveryGet = remembering(() => {
  let wasGot = false;
  return (answer, call) => {
    if (isAt('api', `${trade}/get`)(call)) wasGot = true;
    if (wasGot && isAt('api', `${trade}/check`)(call)) put('', 'record_count', '0')(answer, call);
  };
});

/** Mutants with wrong answers about the caller's own batches, and with wrong delivery marks. */
export const ownBatchMutants: readonly Mutant[] = [
  ...onApi(list, [
    ['the oldest batch comes first', 'BAT-100', reversed('batch_list')],
    ['the list of batches is empty', 'BAT-100', emptied('batch_list')],
    ['the list of batches is named batches', 'BAT-100 BAT-101', rename('', 'batch_list', 'batches')],
    ['the list does not name users', 'BAT-117', drop('batch_list', 'user_id')],
    ...refusalRows('BAT-111'),
  ]),
  ...beforeApi(list, [
    ['a page has more batches than its limit', 'BAT-101', changePath('limit=1', 'limit=2')],
    ['every page is the first', 'BAT-101', changePath(/&cursor=.*/, '')],
  ]),
  ...onApi(search, [
    ['a search finds nothing', 'BAT-115', emptied('record_list')],
    ['a search without a text is served', 'BAT-116', whenStatus(400, accepted({ record_list: [], next_seq: '' }))],
  ]),
  ...beforeApi(search, [
    ['the field of a search is ignored', 'BAT-115', changePath('&field=member_code', '&field=seq')],
    ['exact is ignored', 'BAT-115', changePath('&exact=1', '')],
  ]),
  ...onApi(input, [
    ['the input lacks its orders', 'BAT-113', put('', 'input', {})],
    ['a download has an empty input', 'BAT-114', whenStatus(404, taken)],
  ]),
  ...onApi(one, [
    ['the details do not name the client', 'BAT-117', put('batch', 'client_id', '')],
    ['the details do not name the user', 'BAT-117', put('batch', 'user_id', '')],
    ['the details lack the expiry', 'BAT-102', drop('batch', 'expires_at')],
    ['the details lack the last reading', 'BAT-112', drop('batch', 'last_read_at')],
    ['the last reading is a number of seconds', 'BAT-112', put('batch', 'last_read_at', '1795440000')],
    ['a batch was read before it was made', 'BAT-112', put('batch', 'last_read_at', '2000-01-01 00:00:00')],
    ['the times in the details are in seconds', 'BAT-102', put('batch', 'requested_at', '1795440000')],
    ['the details have another state', 'BAT-102', put('batch', 'batch_flg', '3')],
    ['the details have no cursor', 'BAT-103', put('batch', 'change_cursor', '')],
    ['the details have no header with the cursor', 'BAT-103', header('x-change-cursor')],
    ['an unknown batch can be discarded', 'BAT-104', whenCall(isDelete, taken)],
    ["other members' batches are shown", 'BAT-105', whenStatus(404, taken)],
    ['a discard is answered with HTTP 204', 'BAT-110', whenCall(isDelete, status(204))],
  ]),
  ...onApi(any, [
    ['an unknown batch is refused with HTTP 400', 'BAT-104 BAT-105', whenStatus(404, status(400))],
    ['an unknown batch is refused like an unknown path', 'BAT-104 BAT-105', errorCode('E700004')],
    ["other members' batches are forbidden", 'BAT-105', whenStatus(404, status(403))],
  ]),
  ...onApi(records, [
    ['records of an unknown batch are an empty list', 'BAT-104 BAT-105', whenStatus(404, taken)],
    ['the records are a JSON array', 'BAT-106', text((body) => `[${body.trim().replaceAll('\n', ',')}]`)],
    ['the records have the type JSON', 'BAT-106', header('content-type', 'application/json')],
    ['the last line is missing', 'BAT-106 BAT-107', replace(/(?<![^\n])[^\n]*\n$/, '')],
    ['a line differs from the record of a get', 'BAT-106', replace('"seq":"2"', '"seq":2')],
    ['records have no ETag', 'BAT-108', header('etag')],
    ['the ETag is weak', 'BAT-108', weakTag],
  ]),
  ...beforeApi(records, [
    ['the range of records is ignored', 'BAT-107', changePath(/\?.*/, '')],
    ['the range of records does not include its end', 'BAT-107', changePath('seq_to=3', 'seq_to=2')],
    ['If-None-Match is ignored', 'BAT-108', ignoreHeader('if-none-match')],
  ]),
  ...onApi(removed, [
    ['removed keys of a full batch', 'BAT-109', text(() => '{"member_code":"1"}\n')],
    ['removed keys have the type JSON', 'BAT-109', header('content-type', 'application/json')],
  ]),
  ...onApi(delivered, [
    ['an unknown batch can be acknowledged', 'BAT-104', whenStatus(404, taken)],
    ...fieldRows({ ...answerShape('BAT-124'), title: 'An acknowledgement' }),
    ['acknowledgements are refused', 'BAT-124 MAS-093', status(400)],
    ...refusalRows('BAT-125'),
    ['only the first missing field is reported', 'BAT-125', firstError],
  ]),
  ...onApi(paths.check, [['a discarded batch is reported as aborted', 'BAT-110', whenStatus(400, taken)]]),
  ...onApi(paths.get, [
    [
      'acknowledged delivery is confirmed for a function without marks',
      'BAT-121 MAS-092',
      header('preference-applied', applied),
    ],
  ]),
  ...onApi(`${trade}/get`, [
    ['acknowledged delivery is not confirmed', 'BAT-120 TRD-122', header('preference-applied')],
  ]),
  ...beforeApi(`${trade}/get`, [['acknowledged delivery is ignored', 'BAT-120', ignoreHeader('prefer')]]),
  ...beforeApi(`${trade}/request`, [
    ['not_downloaded_flg is ignored', 'BAT-123 TRD-121 TRD-123', ignoreField('not_downloaded_flg')],
  ]),
  ...byRule([
    ['nothing is discarded', 'BAT-110', pretending(both(isAt('api', one), isDelete))],
    ['a get marks slips in spite of the preference', 'BAT-122', marksEveryGet],
    ['an acknowledgement marks nothing', 'BAT-123 TRD-123', pretending(isAt('api', delivered))],
    ['an acknowledgement cannot be repeated', 'BAT-124', counted(isAt('api', delivered), afterFirst, status(409))],
  ]),
];
