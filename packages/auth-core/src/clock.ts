/** The source of the current time, in epoch milliseconds. */
export abstract class Clock {
  abstract now(): number;
}

/** The clock of the machine on which the process runs. */
export const systemClock: Clock = { now: () => Date.now() };

/** Converts epoch milliseconds to the whole seconds that JWTs use. */
export function epochSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
