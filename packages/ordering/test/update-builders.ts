import type { SlipAction, SlipSide, TradeImport } from '@trading-platform/domain-types';
import { type JapanTime, parseJapanTime } from '../src/delivery/japan-time.js';
import { orderJudge } from '../src/order/judge-order.js';
import type { OrderPair } from '../src/order/order-pair.js';
import { slipViews } from '../src/order/slip-views.js';
import type { UploadedOrder } from '../src/order/uploaded-order.js';
import { noLife, type SlipLife } from '../src/trade/slip-life.js';
import type { SlipDetail } from '../src/trade/stored-line.js';
import { judgeUpdate } from '../src/trade-update/judge-update.js';
import type { SlipUpdate } from '../src/trade-update/slip-update.js';
import type { SlipAfterUpdate, StoredSlip, UpdateJudgement } from '../src/trade-update/update-judgement.js';
import { defaultUpdateSettings, type UpdateSettings } from '../src/trade-update/update-settings.js';
import { anOrder, aPair, sentAt } from './order-builders.js';

export const tradeId = '900000000001';

/** The slip of an order, in the form in which it is read from the store, with version 1. */
export function aSlip(
  order: Partial<UploadedOrder> = {},
  pair: OrderPair = aPair(),
  life: Partial<SlipLife> = {},
): UsableSlip {
  const judged = orderJudge(pair, sentAt)(anOrder(order));
  if ('errors' in judged) throw new Error(JSON.stringify(judged.errors));
  const views = slipViews(judged.accepted, { tradeId, checkNumber: '261118-0000001' });
  const { buyer, seller } = JSON.parse(JSON.stringify(views)) as Record<SlipSide, TradeImport>;
  return { version: 1, buyer, seller, life: { ...noLife, changeUntil: '2026-11-19 00:00:00', ...life } };
}

/** A slip of which both views are stored. */
export interface UsableSlip extends StoredSlip {
  readonly buyer: TradeImport;
  readonly seller: TradeImport;
}

/** The same slip with other values in both views. */
export function withFields(slip: UsableSlip, fields: Partial<TradeImport>, life: Partial<SlipLife> = {}): UsableSlip {
  return {
    ...slip,
    buyer: { ...slip.buyer, ...fields },
    seller: { ...slip.seller, ...fields },
    life: { ...slip.life, ...life },
  };
}

export interface GivenUpdate {
  readonly side: SlipSide;
  readonly update: Omit<SlipUpdate, 'update_no' | 'trade_id' | 'action'> & { readonly action: SlipAction };
  readonly at?: string;
  readonly pair?: OrderPair;
  readonly settings?: Partial<UpdateSettings>;
  readonly version?: number;
}

export const returnNumbers = { tradeId: 'R00000000001', checkNumber: '261120-0000009' };

/** An hour after the order. */
export const soon = '2026-11-18 11:00:00';

export function timeOf(text: string): JapanTime {
  return parseJapanTime(text) as JapanTime;
}

export function judge(slip: StoredSlip, given: GivenUpdate): UpdateJudgement {
  return judgeUpdate({
    slip,
    update: { update_no: 'u1', trade_id: tradeId, version: String(slip.version), ...given.update },
    version: given.version ?? slip.version,
    side: given.side,
    at: timeOf(given.at ?? soon),
    settings: { ...defaultUpdateSettings, ...given.settings },
    pair: given.pair ?? aPair(),
    newNumbers: () => returnNumbers,
  });
}

/** The slip after an update that must be accepted, as it is stored then. */
export function after(slip: StoredSlip, given: GivenUpdate): UsableSlip & Pick<SlipAfterUpdate, 'made'> {
  const judgement = judge(slip, given);
  if ('errors' in judgement) throw new Error(JSON.stringify(judgement.errors));
  const { views, life, made } = judgement.accepted;
  return { ...views, life, made, version: slip.version + 1 };
}

/** The refusals of an update as `item code`. */
export function refusalsOf(slip: StoredSlip, given: GivenUpdate): readonly string[] {
  const judgement = judge(slip, given);
  return 'errors' in judgement ? judgement.errors.map((entry) => `${entry.error_item} ${entry.error_code}`) : [];
}

export function linesOf({ buyer }: UsableSlip): readonly SlipDetail[] {
  return buyer.detail_list ?? [];
}

/** The `trade_prod_id` of a line, by its number. */
export function line(number: number): string {
  return `${tradeId}${String(number).padStart(3, '0')}`;
}

/** One line of the slip, by its place. */
export function lineAt(slip: UsableSlip, place: number): SlipDetail {
  const found = linesOf(slip).at(place);
  if (found === undefined) throw new RangeError(`The slip has no line ${place}`);
  return found;
}
