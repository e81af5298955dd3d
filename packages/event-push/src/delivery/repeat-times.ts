const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause after each failed attempt of an event. Later attempts all have the last pause. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour] as const;

/**
 * An event that has failed for this long is given up. An endpoint that has accepted nothing for this long is disabled.
 */
export const inVainMs = 5 * 24 * hour;

/** @param failures how often the event has failed, at least once */
export function pauseAfter(failures: number): number {
  return pauses[Math.min(failures, pauses.length) - 1]!;
}
