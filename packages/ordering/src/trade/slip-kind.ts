import { slipKind, slipStatus, statusSet } from '@trading-platform/domain-types';

/** The kind of a slip in `status_set` (Spec 4.8): two statuses are kinds by themselves; otherwise it is the slip's `slip_kind`. */
export function kindOf(statusCode: string, storedKind: string): string {
  if (statusCode === slipStatus.approvalPending) return statusSet.approvalPending;
  if (statusCode === slipStatus.planned) return statusSet.plannedOrder;
  return storedKind === '' ? slipKind.normal : storedKind;
}
