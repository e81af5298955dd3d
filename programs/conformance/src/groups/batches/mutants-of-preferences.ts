import { refusalRows } from '../../checks/refusals.js';
import { answerShape } from '../../contract/object-shape.js';
import { put } from '../../mutants/bodies.js';
import { both, changeHeader, hasHeader, ignoreHeader, isAt, readAs, says } from '../../mutants/calls.js';
import { header, status, whenCall } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Edit, Mutant, Rule } from '../../mutants/mutant.js';
import { afterFirst, beforeApi, byRule, counted, onApi, remembering, rememberingCalls } from '../../mutants/table.js';
import { nothing, paths } from './known-batch.js';

const anyRequest = /\/request$/;
const key = 'idempotency-key';
const isKeyed = both(isAt('api', anyRequest), hasHeader(key));
const forPreference = (part: string, ...edits: readonly Edit[]) => whenCall(hasHeader('prefer', part), ...edits);
const applied = (value?: string) => header('preference-applied', value);
const prefer = (part: string | RegExp, by: string) => changeHeader('prefer', (value) => value.replace(part, by));

/** Changes each idempotency key so that two calls never have the same key. */
const keyPerCall = rememberingCalls(() => {
  let calls = 0;
  return changeHeader(key, (value) => `${value}${(calls += 1)}`);
});

/** Repeats the first answer for a key, even if the body or the function differs. */
function keyWithoutBody(): Rule {
  const known = new Map<string | undefined, Buffer>();
  return async (call, pass) => {
    if (!isKeyed(call)) return pass();
    const name = call.headers[key];
    const answer = await pass();
    const before = known.get(name);
    if (before !== undefined) return { ...answer, status: 200, body: before };
    known.set(name, answer.body);
    return answer;
  };
}

/** Refuses the second use of a key unless the body has exactly the same bytes. */
const keyWithBytes = remembering(() => {
  const known = new Map<string | undefined, string>();
  return (answer, call) => {
    const { [key]: name } = call.headers;
    const body = call.body.toString();
    const before = known.get(name) ?? body;
    if (!isKeyed(call)) return;
    known.set(name, body);
    if (before !== body) answer.status = 422;
  };
});

/** Mutants with wrong answers to request headers. */
export const preferenceMutants: readonly Mutant[] = [
  ...beforeApi(anyRequest, [
    ['Idempotency-Key is ignored', 'BAT-050 BAT-051 BAT-052 BAT-055 BAT-056', ignoreHeader(key)],
    ['long keys are cut', 'BAT-055', changeHeader(key, (value) => value.slice(0, 255))],
    ['spaces in keys are removed', 'BAT-056', changeHeader(key, (value) => value.replaceAll(' ', ''))],
    ['Prefer is ignored', 'BAT-060 BAT-061 BAT-062 BAT-064 BAT-070', ignoreHeader('prefer')],
    ['a long wait is ignored', 'BAT-062', prefer('wait=99', 'x=1')],
    ['the last of two waits counts', 'BAT-064', prefer('wait=7', 'x=1')],
    ['changes-since is ignored', 'BAT-081 BAT-084', prefer(/changes-since=[^,]*/, 'x=1')],
  ]),
  ...byRule([
    ['a key works only once', 'BAT-050 BAT-051 BAT-053', keyPerCall],
    ['a repeat with the same key is a conflict', 'BAT-050', counted(hasHeader(key), afterFirst, status(409))],
    ['a key repeats the first batch even if the body differs', 'BAT-052 BAT-054 BAT-084', keyWithoutBody],
    ['bodies are compared byte by byte', 'BAT-053', keyWithBytes],
  ]),
  ...onApi(anyRequest, [
    ...refusalRows('BAT-052 BAT-055 BAT-056 BAT-084'),
    [
      'a key applies to all functions together',
      'BAT-054',
      whenCall(isAt('api', '/trade/download/request'), status(422)),
    ],
  ]),
  ...onApi(paths.request, [
    ['unknown fields make the body a different one', 'BAT-053', whenCall(says('colour'), status(422))],
    ...fieldRows({ ...answerShape('BAT-060', 'batch_id', 'batch_flg', 'record_count'), title: 'A request that waits' }),
    ['a request that has ended is reported as waiting', 'BAT-060', put('', 'batch_flg', '1')],
    ['the applied preferences are not named', 'BAT-061 BAT-062 BAT-064 BAT-070', applied()],
    ['the applied wait has no seconds', 'BAT-061', applied('wait')],
    ['a long wait is confirmed with the requested seconds', 'BAT-062', forPreference('wait=99', applied('wait=99'))],
    ['a malformed wait is refused', 'BAT-063', forPreference('soon', status(400))],
    ['an unknown preference is refused', 'BAT-064', forPreference('colour', status(400))],
    ['an unknown preference is named as applied', 'BAT-064', forPreference('colour', applied('colour=red, wait=7'))],
    ['old results have no Age', 'BAT-070', header('age')],
    ['the age of an old result is very high', 'BAT-070', forPreference('reuse', put('', 'batch_id', '0'))],
    ['a new batch is presented as an old result', 'BAT-071 BAT-072', forPreference('reuse', applied('reuse=600'))],
    ['changes are not marked as changes', 'BAT-081', applied('wait=20')],
    [
      'a batch of changes without records has batch_flg 3',
      'BAT-081',
      forPreference('changes-since', put('', 'batch_flg', '3')),
    ],
    ['all records are marked as changes', 'BAT-082 BAT-083', applied('changes-since, wait=20')],
    ['a cursor of other criteria loses records', 'BAT-082', forPreference('changes', put('', 'record_count', '0'))],
    ['a malformed cursor is refused', 'BAT-083', forPreference('nonsense', status(400))],
    ['a malformed cursor gives no records', 'BAT-083', forPreference('nonsense', put('', 'batch_flg', '0'))],
  ]),
  ...beforeApi(paths.request, [
    ['a malformed wait waits as long as possible', 'BAT-063', prefer('wait=soon', 'wait=30')],
    ['old results of other criteria are used', 'BAT-071', readAs('client_code_list', () => nothing.client_code_list)],
    ['reuse=0 allows any age', 'BAT-072', prefer('reuse=0', 'reuse=600')],
  ]),
  ...onApi(paths.check, [
    ['a confirm does not say that it has waited', 'BAT-065', applied()],
    [
      'a confirm that has waited returns the former state',
      'BAT-065',
      forPreference('wait=20', put('', 'batch_flg', '2')),
    ],
    ['there is no change cursor', 'BAT-080 MAS-091', header('x-change-cursor')],
    ['the change cursor is empty', 'BAT-080', header('x-change-cursor', '')],
  ]),
  ...beforeApi(paths.check, [['a confirm does not wait', 'BAT-065', prefer(/wait=\d+/, 'x=1')]]),
];
