import { stepPath } from '../../contract/batch-functions.js';
import { alter, errorDetail, put, shortened, swapped } from '../../mutants/bodies.js';
import { ignoreField, isAt, not, readAs, says } from '../../mutants/calls.js';
import { jsonOf, status, whenCall, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, byRule, onApi, remembering } from '../../mutants/table.js';
import { path as generate, shapes } from './generation.js';

const own = (ids: unknown) => (ids as string[]).filter((id) => !id.startsWith('CK-'));

/** Refuses a request about slips that an earlier request already named. */
const everyRepeat = remembering(() => {
  const seen = new Set<string>();
  return (answer, call) => {
    if (!isAt('api', generate)(call)) return;
    const slips = JSON.stringify(jsonOf(call.body)?.['trade_id_list']);
    if (seen.has(slips)) answer.status = 409;
    seen.add(slips);
  };
});

export const generationMutants: readonly Mutant[] = [
  ...onApi(generate, [
    ...shapes.flatMap(fieldRows),
    ['sent slips in another order', 'ORD-101', swapped('result_list')],
    ['the version does not grow', 'ORD-103', put('result_list', 'version', '1')],
    ['each repeat has another version', 'ORD-104', alter('result_list', 'version', () => String(Math.random()))],
    ['a conflict is refused with HTTP 400', 'ORD-105', whenStatus(409, status(400))],
    [
      "another member's slip is distinguished from an unknown one",
      'ORD-107',
      whenCall(not(says('NOBODY')), errorDetail('No.')),
    ],
    ["another member's slip is refused with HTTP 403", 'ORD-107 ORD-108', whenStatus(400, status(403))],
    ['a slip that is listed twice is answered once', 'ORD-109', shortened('result_list')],
    ['two calls at the same time cause an internal error', 'ORD-111', status(500)],
    ['a conflict together with another error is HTTP 409', 'ORD-110', whenStatus(400, status(409))],
  ]),
  ...beforeApi(generate, [
    ['versions are ignored', 'ORD-105 ORD-110', ignoreField('version_list')],
    ['slips that do not exist are ignored', 'ORD-106', readAs('trade_id_list', own)],
  ]),
  ...onApi(stepPath('trade', 'get'), [['a sent slip without its day', 'ORD-102', put('trade', 'send_date', '')]]),
  ...byRule([['a repeat is a conflict', 'ORD-104', everyRepeat]]),
];
