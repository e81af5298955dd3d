import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '@trading-platform/client';
import { CliError } from '@trading-platform/terminal';

export interface Rounds {
  /** The time between the starts of two rounds, if a round does not take longer than that. */
  readonly everyMs: number;
  /** Waits until the next round after a round that has succeeded (default: as `everyMs` says). */
  readonly wait?: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly round: () => Promise<void>;
  /** Called after a failed round, with the time until the next one. */
  readonly onFailure: (error: unknown, nextInMs: number) => void;
}

const firstPauseMs = 5_000;
const longestPauseMs = 600_000;

/** Errors that do not disappear by waiting. */
const lasting: ReadonlySet<string> = new Set(['settings-wrong', 'login-refused', 'not-permitted', 'request-refused']);

/**
 * Runs rounds until the signal aborts. After a failure the next round comes soon. Each further failure doubles the
 * pause, up to ten minutes or the interval, whichever is longer.
 *
 * @throws an error that waiting does not cure
 */
export async function repeatRounds({ everyMs, wait, signal, round, onFailure }: Rounds): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let failures = 0;
  while (!signal.aborted) {
    const started = performance.now();
    let next: Promise<unknown>;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await round();
      failures = 0;
      next = wait?.() ?? pause(Math.max(0, everyMs - (performance.now() - started)));
    } catch (error) {
      if (signal.aborted) return;
      if (isLasting(error)) throw error;
      const pauseMs = Math.min(firstPauseMs * 2 ** failures++, Math.max(longestPauseMs, everyMs));
      onFailure(error, pauseMs);
      next = pause(pauseMs);
    }
    // oxlint-disable-next-line no-await-in-loop
    await next;
  }
}

function isLasting(error: unknown): boolean {
  if (error instanceof CliError) return error.code !== 'refused';
  return error instanceof PlatformError && lasting.has(error.code);
}
