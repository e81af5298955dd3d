/** Port: time. */
export interface Clock {
  /** Epoch milliseconds. May jump when somebody sets the clock. */
  now(): number;
  /** Milliseconds from an arbitrary start, which never jump. */
  monotonic(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
