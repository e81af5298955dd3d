import { stepPath } from '../../contract/batch-functions.js';
import { drop, emptied, put } from '../../mutants/bodies.js';
import { changeHeader, hasHeader, isAt, readFor } from '../../mutants/calls.js';
import { header, jsonOf, replace, status, text, whenStatus } from '../../mutants/edits.js';
import type { Change, Mutant, Rule } from '../../mutants/mutant.js';
import { beforeApi, byRule, onApi, remembering } from '../../mutants/table.js';
import { get, request } from './trade.js';

const delivered = /^\/batches\/\d+\/delivered$/;
const flag = 'not_downloaded_flg';
const ofChanges = hasHeader('prefer', 'changes-since');
const appliedNone = header('preference-applied');

/** Acknowledges every get call on behalf of the caller. */
const marksEveryGet: Rule = async (call, pass) => {
  const answer = await pass();
  if (!isAt('api', get)(call)) return answer;
  const { batch_id, ...range } = jsonOf(call.body) ?? {};
  await pass({ ...call, path: `/batches/${String(batch_id)}/delivered`, body: Buffer.from(JSON.stringify(range)) });
  return answer;
};

/** Delivers no records in a batch of changes. Other batches are correct. */
const changesWithoutRecords = remembering(() => {
  const batchIds = new Set<unknown>();
  return (answer, call) => {
    if (isAt('api', request)(call) && ofChanges(call)) batchIds.add(jsonOf(answer.body)?.['batch_id']);
    const isOfChanges = isAt('api', get)(call) && batchIds.has(jsonOf(call.body)?.['batch_id']);
    if (isOfChanges) emptied('trade')(answer, call);
  };
});

const emptyForNoCursor: Change = (call) => {
  if (hasHeader('prefer', 'no-cursor')(call)) call.body = Buffer.from('{}');
};

/** Mutants with wrong delivery marks and wrong changes of slips. */
export const markAndChangeMutants: readonly Mutant[] = [
  ...beforeApi(request, [
    ['not_downloaded_flg has the opposite meaning', 'TRD-121 TRD-124 TRD-125', readFor(flag, { 1: '2', 2: '1' })],
    ['slips that are not downloaded are read as downloaded', 'TRD-124 TRD-125', readFor(flag, { 1: '2' })],
    ['the preference for changes is ignored', 'TRD-132 TRD-133', changeHeader('prefer', notOfChanges)],
    ['a malformed cursor refused', 'TRD-137', emptyForNoCursor],
  ]),
  ...byRule([
    ['a get marks in spite of the preference', 'TRD-122', () => marksEveryGet],
    ['changes without what was added', 'TRD-133 TRD-135', changesWithoutRecords],
  ]),
  ...onApi(delivered, [
    ['an acknowledgement answers 204', 'TRD-123', whenStatus(200, status(204))],
    ['an acknowledgement without a range is accepted', 'TRD-126', status(200)],
  ]),
  ...onApi(stepPath('trade', 'check'), [
    ['a confirm has no cursor', 'TRD-131 TRD-132', header('x-change-cursor')],
    ['only the request confirms changes', 'TRD-132', appliedNone],
    ['a cursor where marks change the result', 'TRD-138', header('x-change-cursor', 'anything'), put('', 'result', 0)],
  ]),
  ...onApi(request, [
    ['changes are not confirmed', 'TRD-132 TRD-133', appliedNone],
    ['changes are confirmed for other criteria', 'TRD-136', header('preference-applied', 'changes-since')],
  ]),
  ...onApi(/^\/batches\/\d+$/, [['no change_cursor in the details', 'TRD-131', drop('batch', 'change_cursor')]]),
  ...onApi(/^\/batches\/\d+\/removed$/, [
    ['no removed keys', 'TRD-134', text(() => '')],
    ['a removed key without member_code_self', 'TRD-134', replace(/,"member_code_self":"[^"]*"/g, '')],
  ]),
];

function notOfChanges(preference: string): string {
  return preference.startsWith('changes-since') ? 'x=1' : preference;
}
