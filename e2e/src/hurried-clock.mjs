/**
 * This module is loaded into a service with `--import`. From a given time on, the clock of the service runs a given
 * number of times faster. Timers, and clocks that only measure durations, are not changed. All processes with the same
 * environment variables have the same time.
 */
const { TEST_CLOCK_FROM: from = '', TEST_CLOCK_SPEED: speed = '' } = process.env;
const GivenDate = Date;
const start = Number(from);
const times = Number(speed);

globalThis.Date = class HurriedDate extends GivenDate {
  /** @param {ConstructorParameters<typeof GivenDate> | []} parts */
  constructor(...parts) {
    super(.../** @type {[number]} */ (parts.length === 0 ? [HurriedDate.now()] : parts));
  }

  static now() {
    return Math.floor(start + (GivenDate.now() - start) * times);
  }
};
