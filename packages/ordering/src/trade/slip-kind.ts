import { slipKind, slipStatus, statusSet } from '@trading-platform/domain-types';

/** The one kind of a slip, as `status_set` names it: two statuses are kinds of their own, else the slip's `slip_kind` (Spec 4.8). */
export function kindOf(statusCode: string, storedKind: string): string {
  if (statusCode === slipStatus.approvalPending) return statusSet.approvalPending;
  if (statusCode === slipStatus.planned) return statusSet.plannedOrder;
  return storedKind === '' ? slipKind.normal : storedKind;
}
