import { refusalRows } from '../../checks/refusals.js';
import { answerShape } from '../../contract/object-shape.js';
import { alter, drop, list, oneMore, put, putAt, rename, reversed, shortened, withT } from '../../mutants/bodies.js';
import { isAt, readAs } from '../../mutants/calls.js';
import { header, refused, replace, status, whenCall } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Edit, Mutant } from '../../mutants/mutant.js';
import { beforeApi, byRule, counted, everySecond, onApi } from '../../mutants/table.js';
import { paths } from './known-batch.js';

/** The ids of the requirements about wrong batch ids and wrong ranges. */
const ofRanges = Array.from({ length: 13 }, (_, index) => `BAT-0${30 + index}`).join(' ');
const notFinished = refused('batch_id', 'E000010');
const inSecondGet = (edit: Edit) => counted(isAt('api', paths.get), everySecond, edit);

/** Mutants with wrong answers to request, confirm and get calls, also to calls with wrong batch ids or ranges. */
export const stepMutants: readonly Mutant[] = [
  ...onApi(paths.request, [
    ...fieldRows({ ...answerShape('BAT-001', 'batch_id'), title: 'A request' }),
    ['the answer to a request has batchId', 'BAT-001 BAT-002', rename('', 'batch_id', 'batchId')],
    ['a request is answered with HTTP 202', 'BAT-001', status(202)],
    ['batch_id is a number', 'BAT-002', alter('', 'batch_id', Number)],
    ['batch_id is a UUID', 'BAT-002', put('', 'batch_id', '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11')],
    ['the same body gets the same batch', 'BAT-003', put('', 'batch_id', '41')],
    ['the numbers of batches decrease', 'BAT-003', alter('', 'batch_id', (id) => String(1_000_000 - Number(id)))],
  ]),
  ...onApi(paths.check, [
    ...fieldRows({ ...answerShape('BAT-004', 'batch_flg', 'record_count'), title: 'A confirm' }),
    ['record_count is a number', 'BAT-005', alter('', 'record_count', Number)],
    ['batch_flg is a word', 'BAT-005', put('', 'batch_flg', 'finished')],
    ['batch_flg 9', 'BAT-005', put('', 'batch_flg', '9')],
    ['record_count is one too high', 'BAT-007', alter('', 'record_count', oneMore)],
    ['a finished batch has batch_flg 0', 'BAT-007', put('', 'batch_flg', '0')],
    ['a batch without data has batch_flg 3', 'BAT-008', put('', 'batch_flg', '3')],
    ['a batch without data has batch_flg 5', 'BAT-008', put('', 'batch_flg', '5')],
    ['record_count is empty if there is no data', 'BAT-008', put('', 'record_count', '')],
  ]),
  ...onApi(paths.confirm, [
    ['the step confirm does not exist', 'BAT-006', status(404)],
    ['confirm and check return different states', 'BAT-006', put('', 'batch_flg', '2')],
  ]),
  ...onApi(paths.get, [
    ...fieldRows({ ...answerShape('BAT-010', 'master'), title: 'A get' }),
    ['the last record is missing', 'BAT-007 BAT-019 BAT-020', shortened('master')],
    ['a get without data or past the end is refused', 'BAT-009 BAT-015 BAT-016', notFinished],
    ['a get without data has no list', 'BAT-009 BAT-016', drop('', 'master')],
    ['a get without data has null instead of a list', 'BAT-009 BAT-016', put('', 'master', null)],
    ['seq is counted from 0', 'BAT-011 BAT-014', alter('master', 'seq', (seq) => String(Number(seq) - 1))],
    ['a seq is skipped', 'BAT-011 BAT-014', alter('master', 'seq', (seq) => (seq === '1' ? seq : oneMore(seq)))],
    ['seq is a number', 'BAT-011 BAT-014', alter('master', 'seq', Number)],
    ['each page counts from 1', 'BAT-014 BAT-019', alter('master', 'seq', (_, index) => oneMore(index))],
    ['records have the number of another batch', 'BAT-012', put('master', 'batch_id', '1')],
    ['one record has no batch_id', 'BAT-012', putAt('master', 1, 'batch_id', undefined)],
    ['create_date is the time of the get', 'BAT-013', alter('master', 'create_date', (_, index) => `at ${index}`)],
    ['create_date has the form of ISO 8601', 'BAT-013', alter('master', 'create_date', withT)],
    ['a get beyond the end has empty records', 'BAT-015', list('master', (records) => [...records, {}])],
    ['a range beyond the end returns the last record', 'BAT-016', put('', 'master', [{ seq: '1' }])],
    ['integers are refused', 'BAT-017', whenCall(({ body }) => /"seq_from":\d/.test(body.toString()), notFinished)],
    ['the CRC covers the whole body', 'BAT-020', header('x-range-crc32', '00000001')],
    ['there is no CRC', 'BAT-020', header('x-range-crc32')],
    ['a byte of the list is flipped', 'BAT-020', replace('"item_name":"', '"item_name":"x')],
    ['a get has an ETag', 'BAT-021', header('etag', '"1"')],
  ]),
  ...beforeApi(paths.get, [
    [
      'a range does not include its end',
      'BAT-014 BAT-017',
      readAs('seq_to', (to) => String(Math.max(1, Number(to) - 1))),
    ],
    ['pages overlap', 'BAT-019 BAT-014', readAs('seq_from', (from) => String(Math.max(1, Number(from) - 1)))],
  ]),
  ...onApi(/\/(?:check|confirm|get)$/, refusalRows(ofRanges)),
  ...byRule([
    ['a repeated get returns an old page', 'BAT-018', inSecondGet(reversed('master'))],
    ['the order of records changes from batch to batch', 'BAT-022', inSecondGet(reversed('master'))],
    ['a repeated get has the time of the repeat', 'BAT-018', inSecondGet(put('master', 'create_date', '2026-01-01'))],
    ['a repeated get has other spaces', 'BAT-018', inSecondGet(replace('"seq":', '"seq": '))],
    ['a record changes from batch to batch', 'BAT-022', inSecondGet(put('master', 'customer_code', 'changed'))],
  ]),
];
