import type { Member } from './market.js';

/** By how many percent an FC owner's stores pay more than the supplier asks. */
export function fcRatePercent(owner: Member): number {
  return 3 + (Number(owner.code) % 5);
}
