import { slipKind, slipStatus, statusSet } from '@trading-platform/domain-types';

/**
 * Returns the kind of a slip, by which the filter `status_set` selects slips (Spec 4.8). For two of the statuses, the status
 * alone determines the kind. For all other statuses, the kind of a slip is its `slip_kind`.
 */
export function kindOf(statusCode: string, storedKind: string): string {
  if (statusCode === slipStatus.approvalPending) return statusSet.approvalPending;
  if (statusCode === slipStatus.planned) return statusSet.plannedOrder;
  return storedKind === '' ? slipKind.normal : storedKind;
}
