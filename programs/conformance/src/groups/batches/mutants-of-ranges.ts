import { isAt, sendsField } from '../../mutants/calls.js';
import { accepted, errorCode, errorItem, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Edit, Mutant } from '../../mutants/mutant.js';
import { onApi } from '../../mutants/table.js';
import { paths } from './known-batch.js';

const anyGet = /\/get$/;
const anyStep = /\/(?:check|confirm|get)$/;
const taken = accepted({ batch_flg: '3', record_count: '1', master: [] });
const from = (value: string, edit: Edit) => whenCall(sendsField('seq_from', value), edit);
const to = (value: string | undefined, edit: Edit) => whenCall(sendsField('seq_to', value), edit);
const withoutBatchId = sendsField('batch_id');

/** Wrong answers to wrong batches and ranges. */
export const rangeMutants: readonly Mutant[] = [
  ...onApi(paths.get, [
    ['seq_from 0 is read as 1', 'BAT-030', from('0', taken)],
    ['seq_from 0 is told as a wrong format', 'BAT-030', from('0', errorCode('E000002'))],
    ['an end before the start is an empty list', 'BAT-031', from('3', taken)],
    ['an end before the start is told at its start', 'BAT-031', from('3', errorItem('seq_from'))],
    ['an end before the start is E000005', 'BAT-031', from('3', errorCode('E000005'))],
    ['words are read as 1', 'BAT-032', from('first', taken)],
    ['words are a wrong range', 'BAT-032', from('first', errorCode('E000011'))],
    ['negative numbers are taken', 'BAT-033', from('-1', taken)],
    ['negative numbers are a wrong range', 'BAT-033', from('-1', errorCode('E000011'))],
    ['numbers are rounded', 'BAT-034', to('9007199254740992', taken)],
    ['too large numbers are a wrong format', 'BAT-034', to('9007199254740992', errorCode('E000002'))],
    ['seq_to is not needed', 'BAT-035', to(undefined, taken)],
    ['a missing seq_to is told at seq_from', 'BAT-035', to(undefined, errorItem('seq_from'))],
  ]),
  ...onApi(paths.check, [
    ['batch_id is not needed', 'BAT-036', whenCall(withoutBatchId, taken)],
    ['a missing batch_id is an unknown one', 'BAT-036', whenCall(withoutBatchId, errorCode('E000009'))],
    ['letters in batch_id make it an unknown one', 'BAT-037', errorCode('E000009')],
    ['a long batch_id is an unknown one', 'BAT-038', errorCode('E000009')],
    ['a batch of somebody else is forbidden', 'BAT-041 BAT-042', whenStatus(400, status(403), errorCode('E100001'))],
  ]),
  ...onApi(anyStep, [
    ['an unknown batch is HTTP 404', 'BAT-039 BAT-040 BAT-041 BAT-042', whenStatus(400, status(404))],
    ['an unknown batch is told as not finished', 'BAT-039 BAT-040', errorCode('E000010')],
    ['a batch answers under any function', 'BAT-040', whenCall(isAt('api', '/trade/download/check'), taken)],
    ['a batch answers to all clients and members', 'BAT-041 BAT-042', whenStatus(400, taken)],
  ]),
  ...onApi(anyGet, [
    ['an unknown batch can be got', 'BAT-039', whenStatus(400, taken)],
    ['records can be got by all clients and members', 'BAT-041 BAT-042', whenStatus(400, taken)],
  ]),
];
