import { parseDay } from '../delivery/civil-day.js';
import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { JapanTime } from '../delivery/japan-time.js';
import { productJudge } from '../delivery/judge-products.js';
import { findOrderBlock } from '../delivery/order-block.js';
import type { OrderMasterLine } from '../master/order-master-line.js';
import type { GenerableSlip } from './generate-orders.js';

/** The data of a planned order that are checked again when the order is sent. */
export interface PlannedOrder {
  /** The wished delivery date, in the form `yyyy-MM-dd`. */
  readonly hopeDeliveryDate: string;
  /** The order-master lines for the product of each order line, from the buyer and from its head office. */
  readonly products: readonly (readonly OrderMasterLine[])[];
}

/** Judges one planned order after another by today's settings. */
export type PlannedOrderJudge = (order: PlannedOrder) => GenerableSlip['refusal'];

/**
 * Makes a judge that checks order blocks and wished dates of planned orders again (Spec 4.11). Make one judge for all orders of a
 * pair, so that the settings are evaluated only once. A product that can no longer be ordered has no shortest delivery date, so
 * its wished date is not checked. The product could still be ordered when the order was accepted.
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
