import { stepPath } from '../../contract/batch-functions.js';
import { memberOf } from '../../market/members.js';
import {
  alter,
  copy,
  emptied,
  errorCode,
  errorDetail,
  list,
  oneMore,
  put,
  reversed,
  shortened,
  withT,
} from '../../mutants/bodies.js';
import { changePath, isAt } from '../../mutants/calls.js';
import { accepted, status, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, byRule, onApi, remembering } from '../../mutants/table.js';
import { historyShapes, slipShapes } from './one-slip.js';

const one = /^\/trades\/[^/]+$/;
const history = /^\/trades\/[^/]+\/history$/;
const any = /^\/trades\//;
const check = stepPath('trade', 'check');

/** After a single slip was requested, reports that all slips were downloaded. */
const marksEverySlip = remembering(() => {
  let wasShown = false;
  return (answer, call) => {
    if (isAt('api', one)(call)) wasShown = true;
    if (wasShown && isAt('api', check)(call)) put('', 'record_count', '0')(answer, call);
  };
});

const byOf = (change: (by: Fields) => Fields) => alter('history_list', 'by', (by) => change(by as Fields));

/** Mutants with wrong answers about single slips and their histories. */
export const oneSlipMutants: readonly Mutant[] = [
  ...onApi(one, [
    ...slipShapes.flatMap(fieldRows),
    ['a single slip has another total', 'TRD-140', put('trade', 'trade_total', '1')],
    ['a single slip without its lines', 'TRD-140', put('trade', 'detail_list', [])],
    ['the time of a single slip has the form of ISO 8601', 'TRD-140', alter('trade', 'create_date', withT)],
    ['the version of a single slip is one too high', 'TRD-141', alter('trade', 'version', oneMore)],
    ['the version of a single slip never grows', 'TRD-141', put('trade', 'version', '1')],
    ["a single slip is always the buyer's view", 'TRD-142', put('trade', 'member_code_self', memberOf.head)],
    [
      'a single slip whose partner is the member itself',
      'TRD-142',
      copy('trade', 'member_code_self', 'member_code_partner'),
    ],
    ['a slip that does not exist is returned', 'TRD-143', whenStatus(404, accepted({ trade: {} }))],
    [
      'an invisible slip is distinguished from an unknown one',
      'TRD-143',
      alter('error_list', 'error_detail', () => String(Math.random())),
    ],
  ]),
  ...onApi(any, [
    ['an unknown slip gets HTTP 400', 'TRD-142 TRD-143', whenStatus(404, status(400))],
    ['an unknown slip is refused like an unknown path', 'TRD-142 TRD-143', whenStatus(404, errorCode('E700004'))],
    ['an invisible slip gets HTTP 403', 'TRD-142 TRD-143', whenStatus(404, status(403))],
  ]),
  ...beforeApi(any, [
    ['the side of a slip is ignored', 'TRD-142 TRD-149', changePath(/[?&]member_code_self=[^&]*/, '')],
    ['the cursor of a history is ignored', 'TRD-149', changePath(/[?&]cursor=[^&]*/, '')],
  ]),
  ...onApi(history, [
    ...historyShapes.flatMap(fieldRows),
    ['a history never ends', 'TRD-145', put('', 'next_cursor', 'MTA4MA')],
    ['the times of a history have the form of ISO 8601', 'TRD-145', alter('history_list', 'at', withT)],
    ['a history without the kind of the actors', 'TRD-145', byOf(({ kind: _, ...by }) => by)],
    ['changed fields as one text', 'TRD-145', alter('history_list', 'changed', String)],
    ['the oldest change of a history comes first', 'TRD-146', reversed('history_list')],
    ['the history lacks the first change', 'TRD-146', shortened('history_list')],
    ['the history is empty', 'TRD-146', emptied('history_list')],
    ['the history has each change twice', 'TRD-146', list('history_list', (changes) => [...changes, ...changes])],
    ['no changed fields', 'TRD-147', put('history_list', 'changed', [])],
    ['too many changed fields', 'TRD-147', put('history_list', 'changed', ['status_code', 'send_date', 'trade_total'])],
    ['the own side does not see its user', 'TRD-148 TRD-145', byOf(({ user_id: _, ...by }) => by)],
    ['the other side sees the client', 'TRD-148', byOf((by) => ({ ...by, client_id: 'erp' }))],
    ['the other side sees the member', 'TRD-148', byOf((by) => ({ ...by, member_code: memberOf.head }))],
    ['a wrong cursor of a history gets E000004', 'TRD-149', whenStatus(400, errorCode('E000004'))],
    ['a wrong cursor of a history gets HTTP 404', 'TRD-149', whenStatus(400, status(404))],
  ]),
  ...onApi(one, [
    ['a member code that is too long gets HTTP 404', 'TRD-149', whenStatus(400, status(404), errorDetail('No.'))],
  ]),
  ...byRule([['reading a single slip marks it as downloaded', 'TRD-144', marksEverySlip]]),
];
