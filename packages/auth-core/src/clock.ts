/** The time, in epoch milliseconds. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** JWT times are whole seconds. */
export function epochSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
