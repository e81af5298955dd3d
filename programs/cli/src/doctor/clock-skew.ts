/**
 * Returns how far another clock is ahead of our clock, in milliseconds. The result is negative if the other clock is
 * behind. The other clock was read at some moment during a call, so the duration of the call is no difference.
 *
 * @param told the time that the other clock showed, rounded down to a multiple of `unitMs`
 * @param askedAt the time of our clock before the call
 * @param answeredAt the time of our clock after the call
 */
export function clockSkew(told: number, askedAt: number, answeredAt: number, unitMs = 0): number {
  return told - Math.min(Math.max(told, askedAt - unitMs), answeredAt);
}
