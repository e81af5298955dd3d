import type { SlipDate } from '../../trade/trade-criteria.js';

/** The column of each date by which a download can ask for slips: `yyyy-MM-dd`, or empty. */
export const slipDayColumns: Readonly<Record<SlipDate, string>> = {
  update: 'update_day',
  status: 'status_day',
  order: 'order_day',
  plannedShipping: 'planned_shipping_day',
  shipping: 'shipping_day',
  delivery: 'delivery_day',
  receipt: 'receipt_day',
  send: 'send_day',
};
