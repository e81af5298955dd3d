/** The pause before a failed read is repeated. So the repeat of a read that ended after 2 seconds is still in time. */
const repeatMs = 250;

/** Returns the pause of a feed between two reads. */
export function pauseOfFeed(pollMs: number, hasFailed: boolean): number {
  return hasFailed ? Math.min(pollMs, repeatMs) : pollMs;
}
