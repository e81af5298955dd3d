/** Port: the source of the current time. */
export interface Clock {
  /** The wall-clock time in epoch milliseconds. The wall-clock time may jump when somebody sets the clock. */
  now(): number;
  /** The number of milliseconds since an arbitrary start. The monotonic time never jumps. */
  monotonic(): number;
}

/** The clock of the machine on which the process runs. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
