import { formatTokyoDateTime, type UpdateResult } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { nth } from './order-market.js';

/*
 * A plain model of the life of slips (Spec 4.11): what each action needs, and what it changes.
 */

const actions = [
  'change',
  'cancel',
  'confirm',
  'ship',
  'cancel_shipment',
  'request_correction',
  'receive',
  'return',
] as const;
type Action = (typeof actions)[number];
export type Caller = 'buyer' | 'head office' | 'seller' | 'stranger';

export const slipsPerRun = 5;
export const orderedAt = Date.parse('2026-11-18T10:00:00+09:00');
export const wish = '2026-12-18';
const otherDay = '2026-12-19';
export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** With tax, for one piece of any product. */
export const priceWithTax = 110;

interface ModelLine {
  readonly id: string;
  ordered: number;
  quantity: number;
  returned: number;
  isModified: boolean;
}

export interface ModelSlip {
  readonly tradeId: string;
  readonly lines: ModelLine[];
  /** The action of each version, oldest first. */
  readonly history: string[];
  status: string;
  /** The moment from which the buyer cannot change the order any more. */
  openUntil: number;
  /** The version from which order generation has sent the slip. */
  sentFrom: number | undefined;
  /** The last comment of the seller or of an import. */
  comment: string;
  isConfirmed: boolean;
  isMoved: boolean;
  isResent: boolean;
}

export interface Model {
  readonly slips: readonly ModelSlip[];
  now: number;
  /** Updates that were made, with their results. */
  readonly made: { readonly caller: Caller; readonly update: SentUpdate; readonly result: UpdateResult }[];
}

/** A random action on a slip. */
export interface Step {
  readonly place: number;
  readonly caller: Caller;
  readonly action: Action;
  /** Chooses an action that is possible, if there is one; 0 takes the random action. */
  readonly aim: number;
  readonly isOld: boolean;
  readonly linePlace: number;
  /** Chooses the quantity of the line. */
  readonly quantity: number;
  readonly isMoved: boolean;
}

export const step: fc.Arbitrary<Step> = fc.record({
  place: fc.nat(slipsPerRun - 1),
  caller: fc.constantFrom<Caller>('buyer', 'buyer', 'seller', 'seller', 'seller', 'head office', 'stranger'),
  action: fc.constantFrom(...actions),
  aim: fc.nat(9),
  isOld: fc.constantFrom(false, false, false, false, false, true),
  linePlace: fc.nat(1),
  quantity: fc.nat(3),
  isMoved: fc.boolean(),
});

export function versionOf({ history }: ModelSlip): number {
  return history.length;
}

function sideOf(caller: Caller): 'buyer' | 'seller' {
  return caller === 'seller' ? 'seller' : 'buyer';
}

/** The quantity that a step names, which is sometimes too great. */
export function quantityOf({ action, quantity }: Step, { ordered, quantity: present, returned }: ModelLine): number {
  if (action === 'change') return 1 + quantity * 3;
  const most = action === 'ship' ? ordered : present - returned;
  const chosen = [1, most, most + 1, action === 'ship' ? 0 : 1][quantity];
  return action === 'return' ? Math.max(1, chosen ?? 1) : (chosen ?? 0);
}

/** An update in the form in which it is sent. The other fields depend on the action. */
export interface SentUpdate {
  readonly update_no: string;
  readonly trade_id: string;
  readonly version: string;
  readonly action: Action;
  readonly trade_comment?: string;
}

export function updateOf(slip: ModelSlip, given: Step, update_no: string): SentUpdate {
  const line = nth(slip.lines, given.linePlace);
  const prod_lot_qty = String(quantityOf(given, line));
  const named = { trade_prod_id: line.id, prod_lot_qty };
  const others = slip.lines
    .filter((each) => each !== line)
    .map(({ id, quantity }) => ({ trade_prod_id: id, prod_lot_qty: String(quantity) }));
  const comment =
    sideOf(given.caller) === 'buyer'
      ? { order_trade_comment: `by ${update_no}` }
      : { trade_comment: `by ${update_no}` };
  const fields: Readonly<Record<Action, object>> = {
    change: { detail_list: [named, ...others] },
    cancel: comment,
    confirm: given.isMoved ? { delivery_date: otherDay } : {},
    ship: { detail_list: [named] },
    cancel_shipment: comment,
    request_correction: comment,
    receive: {},
    return: { detail_list: [named], order_trade_comment: `by ${update_no}` },
  };
  const version = String(versionOf(slip) - (given.isOld ? 1 : 0));
  return { update_no, trade_id: slip.tradeId, version, action: given.action, ...fields[given.action] };
}

function isPossible(
  { status, isConfirmed, isMoved, openUntil }: ModelSlip,
  { action, caller }: Step,
  now: number,
): boolean {
  const isOpen = !isConfirmed && now < openUntil;
  switch (`${sideOf(caller)} ${action}`) {
    case 'buyer change':
      return status === '10' || (status === '40' && isOpen);
    case 'buyer cancel':
      return status === '10' || (status === '40' && (isOpen || (isConfirmed && isMoved)));
    case 'seller cancel':
      return status === '40';
    case 'seller confirm':
      return status === '40' && !isConfirmed;
    case 'seller ship':
      return status === '40' || status === '61';
    case 'seller cancel_shipment':
    case 'buyer receive':
      return status === '60' || status === '61';
    case 'buyer request_correction':
      return status === '60';
    case 'buyer return':
      return status === '80';
    default:
      return false;
  }
}

const endings: readonly Action[] = ['cancel', 'cancel_shipment'];

/**
 * Nearly all random actions are refused. So most steps take an action that is possible, and only seldom an action that
 * ends the slip.
 */
export function aimed(slip: ModelSlip, given: Step, now: number): Step {
  if (given.aim === 0) return given;
  const possible = actions.filter((action) => isPossible(slip, { ...given, action }, now));
  const goingOn = possible.filter((action) => !endings.includes(action));
  const choice = given.aim === 1 || goingOn.length === 0 ? possible : goingOn;
  return { ...given, action: choice[given.aim % choice.length] ?? given.action };
}

/** The error of a step as the model expects it, or `''` if the step is taken. */
export function errorOf(slip: ModelSlip, given: Step, now: number): string {
  if (given.caller === 'stranger') return 'trade_id E000020';
  if (given.isOld) return 'version E000013';
  if (!isPossible(slip, given, now)) return 'action E000022';
  const line = nth(slip.lines, given.linePlace);
  const quantity = quantityOf(given, line);
  if (given.action === 'ship') {
    if (quantity > line.ordered) return 'detail_list[0].prod_lot_qty E000018';
    const shipped = slip.lines.reduce((sum, each) => sum + (each === line ? quantity : each.quantity), 0);
    return shipped > 0 ? '' : 'detail_list E000018';
  }
  const isTooMuch = given.action === 'return' && quantity > line.quantity - line.returned;
  return isTooMuch ? 'detail_list[0].prod_lot_qty E000018' : '';
}

/** Takes a step on the model. */
export function take(slip: ModelSlip, given: Step, { trade_comment }: { readonly trade_comment?: string }): void {
  const line = nth(slip.lines, given.linePlace);
  const quantity = quantityOf(given, line);
  slip.history.push(given.action);
  slip.comment = trade_comment ?? slip.comment;
  switch (given.action) {
    case 'change':
      slip.isResent ||= slip.status === '40';
      slip.lines.sort((one, other) => Number(other === line) - Number(one === line));
      Object.assign(line, { quantity, ordered: quantity });
      break;
    case 'cancel':
      slip.status = '41';
      break;
    case 'confirm':
      slip.isConfirmed = true;
      slip.isMoved = given.isMoved;
      break;
    case 'ship':
      slip.isResent ||= slip.status === '61';
      slip.status = '60';
      slip.isConfirmed = true;
      Object.assign(line, { quantity, isModified: line.isModified || quantity !== line.quantity });
      break;
    case 'cancel_shipment':
      slip.status = '68';
      break;
    case 'request_correction':
      slip.status = '61';
      break;
    case 'receive':
      slip.status = '80';
      break;
    case 'return':
      line.returned += quantity;
  }
}

/** Orders that are sent on the 19th are received on the 20th, because the seller does not work on the 19th. No closing time is set. */
const restDay = '2026-11-19';

export function closingOf(sentAt: number): number {
  const endOf = (at: number) => Date.parse(`${dayOf(at)}T00:00:00+09:00`) + dayMs;
  return endOf(dayOf(sentAt) === restDay ? sentAt + dayMs : sentAt);
}

function dayOf(at: number): string {
  return formatTokyoDateTime(at).slice(0, 10);
}

/** The error code of the generation of a slip, or `''` if the slip is sent or was sent before. */
export function generationErrorOf(slip: ModelSlip, caller: Caller, version: number | undefined): string {
  if (sideOf(caller) === 'seller' || caller === 'stranger') return 'E000020';
  const known = [versionOf(slip), ...(slip.status === '40' ? [slip.sentFrom] : [])];
  const isPossibleStatus = slip.status === '10' || slip.status === '40';
  return isPossibleStatus && (version === undefined || known.includes(version)) ? '' : 'E000013';
}

/** Sends a planned order on the model. */
export function generate(slip: ModelSlip, now: number): void {
  slip.sentFrom = versionOf(slip);
  slip.history.push('generate');
  slip.status = '40';
  slip.openUntil = closingOf(now);
}

/** A change of both views by an import of an operator. */
export interface ImportStep {
  readonly place: number;
  /** Whether the lines name the version that they change. */
  readonly namesVersion: boolean;
  readonly isOld: boolean;
  /** Whether the import closes the slip, if it was received. */
  readonly isClosing: boolean;
}

/** The status of a slip after an import. */
export function importedStatus({ status }: ModelSlip, { isClosing }: ImportStep): string {
  return isClosing && status === '80' ? '90' : status;
}

/** Makes the changes of an import on the model. */
export function takeImport(slip: ModelSlip, given: ImportStep, comment: string): void {
  slip.status = importedStatus(slip, given);
  slip.comment = comment;
  slip.history.push('import');
}
