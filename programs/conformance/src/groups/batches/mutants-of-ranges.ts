import { type Edit, isAt, jsonOf, onApi, put, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { paths } from './known-batch.js';

const { check, get } = paths;
const anyGet = /\/get$/;
const anyStep = /\/(?:check|confirm|get)$/;
const sends = (field: string, value: unknown) => (call: PassedCall) => jsonOf(call.body)?.[field] === value;
const lacks = (field: string) => (call: PassedCall) => !(field in (jsonOf(call.body) ?? {}));
const errorCode = (code: string): Edit => put('error_list', 'error_code', code);
const errorItem = (item: string): Edit => put('error_list', 'error_item', item);
const accepted: Edit = (answer) => {
  answer.status = 200;
  answer.body = Buffer.from(
    '{"request_id":"x","result":0,"error_list":[],"batch_flg":"3","record_count":"1","master":[]}',
  );
};
const from = (value: unknown, ...edits: readonly Edit[]) => onApi(get, whenCall(sends('seq_from', value), ...edits));
const to = (value: unknown, ...edits: readonly Edit[]) => onApi(get, whenCall(sends('seq_to', value), ...edits));

/** Answers any batch as if it were the caller's last one. */
function anybodysBatch(where: RegExp): () => Rule {
  return () => async (call, pass) => {
    const answer = await pass();
    if (call.service === 'api' && isAt(call, where) && answer.status === 400) accepted(answer, call);
    return answer;
  };
}

/** Wrong answers to wrong batches and ranges. */
export const rangeMutants: readonly Mutant[] = [
  { name: 'seq_from 0 is read as 1', noticedBy: ['BAT-030'], rule: from('0', accepted) },
  { name: 'seq_from 0 is told as a wrong format', noticedBy: ['BAT-030'], rule: from('0', errorCode('E000002')) },
  { name: 'an end before the start is an empty list', noticedBy: ['BAT-031'], rule: from('3', accepted) },
  {
    name: 'an end before the start is told at its start',
    noticedBy: ['BAT-031'],
    rule: from('3', errorItem('seq_from')),
  },
  { name: 'an end before the start is E000005', noticedBy: ['BAT-031'], rule: from('3', errorCode('E000005')) },
  { name: 'words are read as 1', noticedBy: ['BAT-032'], rule: from('first', accepted) },
  { name: 'words are a wrong range', noticedBy: ['BAT-032'], rule: from('first', errorCode('E000011')) },
  { name: 'negative numbers are taken', noticedBy: ['BAT-033'], rule: from('-1', accepted) },
  { name: 'negative numbers are a wrong range', noticedBy: ['BAT-033'], rule: from('-1', errorCode('E000011')) },
  { name: 'numbers are rounded', noticedBy: ['BAT-034'], rule: to('9007199254740992', accepted) },
  {
    name: 'too large numbers are a wrong format',
    noticedBy: ['BAT-034'],
    rule: to('9007199254740992', errorCode('E000002')),
  },
  { name: 'seq_to is not needed', noticedBy: ['BAT-035'], rule: onApi(get, whenCall(lacks('seq_to'), accepted)) },
  {
    name: 'a missing seq_to is told at seq_from',
    noticedBy: ['BAT-035'],
    rule: onApi(get, whenCall(lacks('seq_to'), errorItem('seq_from'))),
  },
  { name: 'batch_id is not needed', noticedBy: ['BAT-036'], rule: onApi(check, whenCall(lacks('batch_id'), accepted)) },
  {
    name: 'a missing batch_id is an unknown one',
    noticedBy: ['BAT-036'],
    rule: onApi(check, whenCall(lacks('batch_id'), errorCode('E000009'))),
  },
  {
    name: 'letters in batch_id make it an unknown one',
    noticedBy: ['BAT-037'],
    rule: onApi(check, errorCode('E000009')),
  },
  { name: 'a long batch_id is an unknown one', noticedBy: ['BAT-038'], rule: onApi(check, errorCode('E000009')) },
  {
    name: 'an unknown batch is HTTP 404',
    noticedBy: ['BAT-039', 'BAT-040', 'BAT-041', 'BAT-042'],
    rule: onApi(anyStep, whenStatus(400, status(404))),
  },
  {
    name: 'an unknown batch is told as not finished',
    noticedBy: ['BAT-039', 'BAT-040'],
    rule: onApi(anyStep, errorCode('E000010')),
  },
  { name: 'an unknown batch can be got', noticedBy: ['BAT-039'], rule: onApi(anyGet, whenStatus(400, accepted)) },
  {
    name: 'a batch answers under any function',
    noticedBy: ['BAT-040'],
    rule: onApi('/trade/download/check', accepted),
  },
  {
    name: 'a batch answers to all clients and members',
    noticedBy: ['BAT-041', 'BAT-042'],
    rule: anybodysBatch(anyStep),
  },
  {
    name: 'records can be got by all clients and members',
    noticedBy: ['BAT-041', 'BAT-042'],
    rule: anybodysBatch(anyGet),
  },
  {
    name: 'a batch of somebody else is forbidden',
    noticedBy: ['BAT-041', 'BAT-042'],
    rule: onApi(check, whenStatus(400, status(403), errorCode('E100001'))),
  },
];
