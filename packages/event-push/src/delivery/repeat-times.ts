const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each failed attempt an event is pushed again; after the last of them, always again. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour] as const;

/** After this time in vain an event is given up, and an endpoint that has taken nothing since then is disabled. */
export const inVainMs = 5 * 24 * hour;

/** @param failures how often the event has failed, at least once */
export function pauseAfter(failures: number): number {
  return pauses[Math.min(failures, pauses.length) - 1]!;
}
