/**
 * Loaded before a service (`--import`): its calendar goes so many times as fast as time does, from an instant on. Timers, and clocks that
 * only measure how long something takes, stay as they are. Processes that are given the same have the same time.
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
