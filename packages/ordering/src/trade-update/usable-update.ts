import type { TradeImport } from '@trading-platform/domain-types';
import type { OrderPair } from '../order/order-pair.js';
import type { SidesViews, UpdateToJudge } from './update-judgement.js';

/** An update of a slip whose state allows the action, with the data that every action needs. */
export interface UsableUpdate extends Omit<UpdateToJudge, 'pair'> {
  readonly views: SidesViews;
  /** The buyer's view. The state, the days, the lines and the amounts are the same in the seller's view. */
  readonly view: TradeImport;
  readonly pair: OrderPair;
}
