import { type TargetDateSet, targetDateSet } from '@trading-platform/domain-types';

/** The columns with the dates by which a download can select slips, as `yyyy-MM-dd` or empty. */
export const slipDayColumns: Readonly<Record<TargetDateSet, string>> = {
  [targetDateSet.update]: 'update_day',
  [targetDateSet.slip]: 'status_day',
  [targetDateSet.order]: 'order_day',
  [targetDateSet.plannedShipping]: 'planned_shipping_day',
  [targetDateSet.shipping]: 'shipping_day',
  [targetDateSet.delivery]: 'delivery_day',
  [targetDateSet.receipt]: 'receipt_day',
  [targetDateSet.send]: 'send_day',
};
