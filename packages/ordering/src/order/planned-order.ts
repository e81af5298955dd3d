import { parseDay } from '../delivery/civil-day.js';
import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { JapanTime } from '../delivery/japan-time.js';
import { productJudge } from '../delivery/judge-products.js';
import { findOrderBlock } from '../delivery/order-block.js';
import type { OrderMasterLine } from '../master/order-master-line.js';
import type { GenerableSlip } from './generate-orders.js';

/** The data that is judged again when a planned order is sent. */
export interface PlannedOrder {
  /** `yyyy-MM-dd`. */
  readonly hopeDeliveryDate: string;
  /** For each of its lines, the catalog lines of that product, of the buyer and of its head office, with the seller. */
  readonly products: readonly (readonly OrderMasterLine[])[];
}

/** Judges one planned order after the other by the settings. */
export type PlannedOrderJudge = (order: PlannedOrder) => GenerableSlip['refusal'];

/**
 * Judges order block and wished date of planned orders anew (Spec 4.11). Make it once for all orders of a pair: settings are
 * worked out once. A product that can no longer be ordered has no delivery date to compare with: the order was taken when it could.
 */
export function plannedOrderJudge(settings: DeliverySettings, at: JapanTime): PlannedOrderJudge {
  const answerOf = productJudge(at, settings);
  const isBlocked = findOrderBlock(settings.blocks, '') !== undefined;
  return ({ hopeDeliveryDate, products }) => {
    const wish = parseDay(hopeDeliveryDate);
    const refusals = new Set(products.map((lines) => answerOf({ catalogId: '', wish, lines }).refusal));
    if (isBlocked || refusals.has('order-blocked')) return 'order-blocked';
    return refusals.has('wish-not-possible') || refusals.has('no-date') ? 'wish-not-possible' : undefined;
  };
}
