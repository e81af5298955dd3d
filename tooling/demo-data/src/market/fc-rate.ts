import type { Member } from './market.js';

/** Returns the percentage by which an FC owner's stores pay more than the supplier's price. */
export function fcRatePercent(owner: Member): number {
  return 3 + (Number(owner.code) % 5);
}
