import {
  type ErrorEntry,
  errorCode,
  flag,
  isDate,
  type SlipAction,
  type SlipSide,
  type SlipTransition,
  type slipTransitions,
  type TradeImport,
  transitionOf,
  updateFields,
} from '@trading-platform/domain-types';
import { type ErrorText, errorText } from '@trading-platform/domain-types/error-texts';
import { formatDay } from '../delivery/civil-day.js';
import { error } from '../order/judge-order.js';
import { changeOrder } from './change-order.js';
import { type ActionResult, changedSlip } from './changed-slip.js';
import { returnGoods } from './return-goods.js';
import { confirmOrder, shipGoods } from './ship-goods.js';
import { type ActionRules, isPossible, possibleActions, type SlipState, stateSentence } from './slip-state.js';
import type { SlipUpdate } from './slip-update.js';
import { unusableTexts, whyUnusable } from './unusable-slip.js';
import type { StoredSlip, UpdateJudgement, UpdateToJudge } from './update-judgement.js';
import type { UsableUpdate } from './usable-update.js';

/**
 * Judges the update of one slip, and makes its changes in both views (Spec 4.11). The order of the checks: the version, the state
 * of the slip and the side, the fields that the action takes from this side, and the rules of the action.
 *
 * @throws TypeError if `change` or `ship` is judged without its pair
 */
export function judgeUpdate(toJudge: UpdateToJudge): UpdateJudgement {
  const { slip, update, side } = toJudge;
  if (toJudge.version !== slip.version) return refused([versionError(update, slip)]);
  const transition = transitionOf(update.action, side);
  const views = { buyer: slip.buyer, seller: slip.seller };
  const impossible = whyImpossible(slip, transition, toJudge);
  if (impossible !== undefined) return refused([error('action', errorCode.actionNotPossible, impossible)]);
  const usable = usableUpdate(toJudge, views as UsableUpdate['views']);
  const sideErrors = fieldErrors(update, transition!);
  if (sideErrors.length > 0) return refused(sideErrors);
  const result = rules[`${update.action} ${side}` as RuleName](usable);
  if ('errors' in result) return refused(result.errors);
  const { to } = transition!;
  const header = { ...(to === undefined ? {} : { status_code: to }), ...result.changes.header };
  return { accepted: changedSlip({ ...slip, views: usable.views }, { ...result.changes, header }, toJudge.at) };
}

/**
 * Returns the actions that a side may take now, in the order of the table of transitions. The result is empty for a
 * slip that no action can change.
 */
export function actionsOf(slip: StoredSlip, side: SlipSide, by: ActionRules): readonly SlipAction[] {
  return whyUnusable(slip) === undefined ? possibleActions(stateOf(slip), side, by) : [];
}

function refused(errors: readonly ErrorEntry[]): UpdateJudgement {
  return { errors: errors as readonly [ErrorEntry, ...ErrorEntry[]] };
}

function versionError({ version }: SlipUpdate, slip: StoredSlip): ErrorEntry {
  const detail = errorText('versionOld', { version: slip.version });
  return error(version === undefined ? 'batch_id' : 'version', errorCode.updatedElsewhere, detail);
}

function stateOf({ buyer, seller, life }: StoredSlip): SlipState {
  return { view: (buyer ?? seller)!, life };
}

function whyImpossible(
  slip: StoredSlip,
  transition: SlipTransition | undefined,
  by: ActionRules,
): ErrorText | undefined {
  const unusable = whyUnusable(slip);
  if (unusable !== undefined) return unusableTexts[unusable];
  const state = stateOf(slip);
  if (transition !== undefined && isPossible(transition, state, by)) return undefined;
  return stateSentence(transition, state, by);
}

/**
 * Rule "fields of a side": the fields of an action may differ between the sides. The request alone does not show the
 * side, so this rule needs the slip.
 */
function fieldErrors(update: SlipUpdate, { takes, side }: SlipTransition): readonly ErrorEntry[] {
  return updateFields.flatMap((field) => {
    const isSent = update[field] !== undefined;
    if (isSent && takes[field] === undefined) {
      const detail = errorText('notOfSide', { action: update.action, Side: errorText(side) });
      return [error(field, errorCode.notAllowed, detail)];
    }
    return !isSent && takes[field] === 'needed' ? [error(field, errorCode.missing)] : [];
  });
}

function usableUpdate({ pair, ...judged }: UpdateToJudge, views: UsableUpdate['views']): UsableUpdate {
  const needsPair = judged.update.action === 'change' || judged.update.action === 'ship';
  if (pair === undefined && needsPair) throw new TypeError(`${judged.update.action} is judged without its pair`);
  return { ...judged, pair: pair!, views, view: views.buyer };
}

type Row = (typeof slipTransitions)[number];

/** The action and the side of each row of the table. */
type RuleName = Row extends infer Each
  ? Each extends { readonly action: infer Action extends string; readonly side: infer Side extends string }
    ? `${Action} ${Side}`
    : never
  : never;

/** The changes that each transition makes in addition to the new status and the day of the change. */
const rules: Readonly<Record<RuleName, (judged: UsableUpdate) => ActionResult>> = {
  'change buyer': changeOrder,
  'cancel buyer': (judged) => commented(judged),
  'cancel seller': (judged) => commented(judged, { seller_cancel_flg: flag.on }),
  'confirm seller': confirmOrder,
  'ship seller': shipGoods,
  'cancel_shipment seller': (judged) => commented(judged),
  'request_correction buyer': (judged) => commented(judged),
  'receive buyer': receiveGoods,
  'return buyer': returnGoods,
};

/** Sets the comments of the update, and some other fields. */
function commented({ update }: UsableUpdate, fields: Partial<TradeImport> = {}): ActionResult {
  const { order_trade_comment, trade_comment } = update;
  return { changes: { header: { ...fields, order_trade_comment, trade_comment } } };
}

/** The buyer receives the goods on a day from their shipping to today (Spec 4.11). */
function receiveGoods({ view, update, at }: UsableUpdate): ActionResult {
  const today = formatDay(at.day);
  const receipt_day = update.receipt_day ?? today;
  const first = [view.shipping_send_date ?? '', view.order_day ?? ''].find(isDate) ?? '';
  if (first <= receipt_day && receipt_day <= today) return { changes: { header: { receipt_day } } };
  const detail =
    first > today ? errorText('goodsNotYetShipped', { day: first }) : errorText('dayBetween', { first, last: today });
  return { errors: [error('receipt_day', errorCode.notAllowed, detail)] };
}
