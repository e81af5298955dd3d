import { list } from '../../checks/edits.js';
import {
  beforeApi,
  changeBody,
  drop,
  header,
  ignoreField,
  jsonOf,
  onApi,
  put,
  status,
  text,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall } from '../../mutants/mutant.js';
import { batchPaths } from '../../probe/batches.js';
import { get, request } from './trade.js';

const check = `${batchPaths.trade}/check`;
const delivered = /^\/batches\/\d+\/delivered$/;
const removed = /^\/batches\/\d+\/removed$/;
const details = /^\/batches\/\d+$/;

/** Reads another `not_downloaded_flg`. */
function flagRead(change: Readonly<Record<string, string>>): Mutant['rule'] {
  return beforeApi(
    request,
    changeBody((body) => {
      const flag = body['not_downloaded_flg'];
      if (typeof flag === 'string' && flag in change) body['not_downloaded_flg'] = change[flag];
    }),
  );
}

/** Does not see a preference. */
function withoutPreference(where: string, name: string): Mutant['rule'] {
  return beforeApi(where, (call: PassedCall) => {
    if (call.headers['prefer']?.startsWith(name) === true) delete call.headers['prefer'];
  });
}

/** Acknowledges on its own what is got. */
function marksEveryGet(): Mutant['rule'] {
  return () => async (call, pass) => {
    const answer = await pass();
    if (call.service !== 'api' || call.path !== get) return answer;
    const { batch_id, ...range } = JSON.parse(call.body.toString()) as Record<string, unknown>;
    await pass({ ...call, path: `/batches/${String(batch_id)}/delivered`, body: Buffer.from(JSON.stringify(range)) });
    return answer;
  };
}

/** Answers an acknowledgement without noting it. */
function notesNothing(): Mutant['rule'] {
  const envelope = Buffer.from('{"request_id":"0","result":0,"error_list":[]}');
  return () => async (call, pass) =>
    call.service === 'api' && delivered.test(call.path)
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: envelope }
      : pass();
}

/** Delivers nothing of a batch of changes; what it delivers of full batches is right. */
function changesWithoutRecords(): Mutant['rule'] {
  return () => {
    const batchIds = new Set<unknown>();
    return async (call, pass) => {
      const answer = await pass();
      if (call.service !== 'api') return answer;
      const isChanges = call.headers['prefer']?.startsWith('changes-since') === true;
      if (call.path === request && isChanges) batchIds.add(jsonOf(answer.body)?.['batch_id']);
      if (call.path === get && batchIds.has(jsonOf(call.body)?.['batch_id'])) list('trade', () => [])(answer, call);
      return answer;
    };
  };
}

export const markAndChangeMutants: readonly Mutant[] = [
  {
    name: 'not_downloaded_flg overlooked',
    noticedBy: ['TRD-121', 'TRD-123'],
    rule: beforeApi(request, ignoreField('not_downloaded_flg')),
  },
  {
    name: 'not_downloaded_flg the other way round',
    noticedBy: ['TRD-121', 'TRD-124', 'TRD-125'],
    rule: flagRead({ 1: '2', 2: '1' }),
  },
  { name: 'a get marks in spite of the preference', noticedBy: ['TRD-122'], rule: marksEveryGet() },
  {
    name: 'the preference for acknowledgements not told',
    noticedBy: ['TRD-122'],
    rule: onApi(get, header('preference-applied', undefined)),
  },
  { name: 'acknowledgements not noted', noticedBy: ['TRD-123'], rule: notesNothing() },
  {
    name: 'an acknowledgement answers 204',
    noticedBy: ['TRD-123'],
    rule: onApi(delivered, whenStatus(200, status(204))),
  },
  { name: 'one client takes slips from another', noticedBy: ['TRD-124'], rule: flagRead({ 1: '2' }) },
  { name: 'a changed slip stays downloaded', noticedBy: ['TRD-125'], rule: flagRead({ 1: '2' }) },
  { name: 'an acknowledgement without a range taken', noticedBy: ['TRD-126'], rule: onApi(delivered, status(200)) },
  {
    name: 'no cursor on a confirm',
    noticedBy: ['TRD-131', 'TRD-132'],
    rule: onApi(check, header('x-change-cursor', undefined)),
  },
  {
    name: 'no change_cursor in the details',
    noticedBy: ['TRD-131'],
    rule: onApi(details, drop('batch', 'change_cursor')),
  },
  {
    name: 'changes not told',
    noticedBy: ['TRD-132', 'TRD-133'],
    rule: onApi(request, header('preference-applied', undefined)),
  },
  {
    name: 'changes told at the request only',
    noticedBy: ['TRD-132'],
    rule: onApi(check, header('preference-applied', undefined)),
  },
  {
    name: 'the preference for changes not seen',
    noticedBy: ['TRD-132', 'TRD-133'],
    rule: withoutPreference(request, 'changes-since'),
  },
  {
    name: 'changes without what was added',
    noticedBy: ['TRD-133', 'TRD-135'],
    rule: changesWithoutRecords(),
  },
  {
    name: 'no removed keys',
    noticedBy: ['TRD-134'],
    rule: onApi(
      removed,
      text(() => ''),
    ),
  },
  {
    name: 'a removed key without its self',
    noticedBy: ['TRD-134'],
    rule: onApi(
      removed,
      text((lines) => lines.replaceAll(/,"member_code_self":"[^"]*"/g, '')),
    ),
  },
  {
    name: 'changes told for other criteria',
    noticedBy: ['TRD-136'],
    rule: onApi(request, header('preference-applied', 'changes-since')),
  },
  {
    name: 'a malformed cursor refused',
    noticedBy: ['TRD-137'],
    rule: beforeApi(
      request,
      (call) => void (call.headers['prefer']?.includes('no-cursor') === true && (call.body = Buffer.from('{}'))),
    ),
  },
  {
    name: 'a cursor where marks change the result',
    noticedBy: ['TRD-138'],
    rule: onApi(check, header('x-change-cursor', 'anything'), put('', 'result', 0)),
  },
];
