/** The time, in epoch milliseconds. */
export abstract class Clock {
  abstract now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** JWT times are whole seconds. */
export function epochSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
