import type { Member } from './market.js';

/** Returns the percentage that an FC owner adds to the supplier's price for its stores. */
export function fcRatePercent(owner: Member): number {
  return 3 + (Number(owner.code) % 5);
}
