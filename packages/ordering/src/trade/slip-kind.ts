import { slipKind, slipStatus, statusSet } from '@trading-platform/domain-types';

/**
 * Returns the kind of a slip for the filter `status_set` (Spec 4.8). Two statuses are kinds by themselves. For all other
 * statuses, the kind is the slip's `slip_kind`.
 */
export function kindOf(statusCode: string, storedKind: string): string {
  if (statusCode === slipStatus.approvalPending) return statusSet.approvalPending;
  if (statusCode === slipStatus.planned) return statusSet.plannedOrder;
  return storedKind === '' ? slipKind.normal : storedKind;
}
