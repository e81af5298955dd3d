import { slipKind, slipStatus, statusSet } from '@trading-platform/domain-types';

/**
 * Returns the kind of a slip for the filter `status_set` (Spec 4.8). The kind of slips with one of two statuses is determined by
 * the status alone. For all other statuses, the kind of a slip is its `slip_kind`.
 */
export function kindOf(statusCode: string, storedKind: string): string {
  if (statusCode === slipStatus.approvalPending) return statusSet.approvalPending;
  if (statusCode === slipStatus.planned) return statusSet.plannedOrder;
  return storedKind === '' ? slipKind.normal : storedKind;
}
