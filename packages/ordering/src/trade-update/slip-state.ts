import {
  type SlipAction,
  type SlipCondition,
  type SlipSide,
  type SlipTransition,
  slipSides,
  slipStatus,
  slipTransitions,
  type TradeImport,
} from '@trading-platform/domain-types';
import { type ErrorText, errorText } from '@trading-platform/domain-types/error-texts';
import { formatTime } from '../delivery/change-until.js';
import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipLife } from '../trade/slip-life.js';
import { daysFrom, endOf } from './update-days.js';
import type { UpdateSettings } from './update-settings.js';

/** The data of a slip on which its possible actions depend. The view may be either side's. */
export interface SlipState {
  readonly view: Pick<
    TradeImport,
    'status_code' | 'status_day' | 'send_date' | 'order_day' | 'hope_delivery_date' | 'delivery_date' | 'receipt_day'
  >;
  readonly life: Pick<SlipLife, 'confirmedAt' | 'changeUntil'>;
}

/** The moment and the rules by which actions are judged. */
export interface ActionRules {
  readonly at: JapanTime;
  readonly settings: Pick<UpdateSettings, 'returnDays'>;
}

/** Returns the actions that a side may take in a state of the slip, in the order of the table of transitions (Spec 4.11). */
export function possibleActions(state: SlipState, side: SlipSide, rules: ActionRules): readonly SlipAction[] {
  return possibleTransitions(state, rules)
    .filter((transition) => transition.side === side)
    .map(({ action }) => action as SlipAction);
}

/** Whether a transition is possible in a state of the slip. */
export function isPossible(transition: SlipTransition, state: SlipState, rules: ActionRules): boolean {
  const condition = conditionIn(transition, state);
  return condition !== undefined && holds[condition](state, rules);
}

/** Describes the state of the slip, and the actions that are possible for each side in this state. */
export function stateSentence(transition: SlipTransition | undefined, state: SlipState, rules: ActionRules): ErrorText {
  const condition = transition && conditionIn(transition, state);
  const why = condition === undefined ? 'slipState' : reasons[condition](state);
  return errorText(why, {
    State: stateName(state),
    code: state.view.status_code,
    Possible: possibleNow(state, rules),
  });
}

function possibleNow(state: SlipState, rules: ActionRules): ErrorText {
  const [one, other] = slipSides
    .map((side) => ({ Side: errorText(side), actions: possibleActions(state, side, rules).join(', ') }))
    .filter(({ actions }) => actions !== '');
  if (one === undefined) return errorText('noAction');
  if (other === undefined) return errorText('actionsOfOne', one);
  return errorText('actionsOfBoth', { ...one, Other: other.Side, others: other.actions });
}

function possibleTransitions(state: SlipState, rules: ActionRules): readonly SlipTransition[] {
  return slipTransitions.filter((transition) => isPossible(transition, state, rules));
}

function conditionIn({ from }: SlipTransition, { view }: SlipState): SlipCondition | undefined {
  return (from as Readonly<Record<string, SlipCondition | undefined>>)[view.status_code];
}

const holds: Readonly<Record<SlipCondition, (state: SlipState, rules: ActionRules) => boolean>> = {
  always: () => true,
  open: isOpen,
  'open-or-moved': (state, rules) => isOpen(state, rules) || isMoved(state),
  unconfirmed: (state) => !isConfirmed(state),
  returnable: isReturnable,
};

type StateTextName = 'slipState' | 'slipConfirmed' | 'slipClosed' | 'slipUnreturnable';

/** The reason why a condition is not met. */
const reasons: Readonly<Record<SlipCondition, (state: SlipState) => StateTextName>> = {
  always: () => 'slipState',
  open: whyClosed,
  'open-or-moved': whyClosed,
  unconfirmed: () => 'slipConfirmed',
  returnable: () => 'slipUnreturnable',
};

function whyClosed(state: SlipState): StateTextName {
  return isConfirmed(state) ? 'slipConfirmed' : 'slipClosed';
}

function isConfirmed({ life }: SlipState): boolean {
  return life.confirmedAt !== '';
}

/**
 * Rule "open": the buyer may change an order until the seller confirms it, and until its closing time, which was fixed
 * when the order was sent. A slip without a fixed closing time, such as an imported slip, closes at the end of the day
 * on which it was sent.
 */
function isOpen(state: SlipState, { at }: ActionRules): boolean {
  const { view, life } = state;
  const until = life.changeUntil || endOf(view.send_date || view.order_day || '');
  return !isConfirmed(state) && formatTime(at) < until;
}

/** Rule "moved": the seller has confirmed another delivery date than the buyer wished. */
function isMoved(state: SlipState): boolean {
  return isConfirmed(state) && state.view.delivery_date !== state.view.hope_delivery_date;
}

/** Rule "returnable": goods can be returned for some days after they were received. */
function isReturnable({ view }: SlipState, { at, settings }: ActionRules): boolean {
  const days = daysFrom(view.receipt_day || view.status_day || '', at.day);
  return days !== undefined && days <= settings.returnDays;
}

function stateName({ view }: SlipState): ErrorText {
  const states = Object.keys(slipStatus) as (keyof typeof slipStatus)[];
  return errorText(states.find((name) => slipStatus[name] === view.status_code) ?? 'stateUnknown');
}
