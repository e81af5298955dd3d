import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '@trading-platform/client';
import { CliError } from '@trading-platform/terminal';

export interface Rounds {
  /** From the beginning of a round to that of the next, if it takes no longer. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly round: () => Promise<void>;
  /** Hears of a round that has failed, and when the next one comes. */
  readonly onFailure: (error: unknown, nextInMs: number) => void;
}

const firstPauseMs = 5_000;
const longestPauseMs = 600_000;

/** What does not become better by waiting. */
const lasting: ReadonlySet<string> = new Set(['settings-wrong', 'login-refused', 'not-permitted', 'request-refused']);

/**
 * Does one round after the other until the signal aborts. After one that has failed, the next comes soon, and each further one after
 * twice the pause, up to ten minutes or the interval, if that is longer.
 *
 * @throws what a round has thrown, if waiting does not make it better
 */
export async function repeatRounds({ everyMs, signal, round, onFailure }: Rounds): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const started = performance.now();
    let pauseMs: number;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await round();
      failures = 0;
      pauseMs = Math.max(0, everyMs - (performance.now() - started));
    } catch (error) {
      if (signal.aborted) return;
      if (isLasting(error)) throw error;
      pauseMs = Math.min(firstPauseMs * 2 ** failures++, Math.max(longestPauseMs, everyMs));
      onFailure(error, pauseMs);
    }
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function isLasting(error: unknown): boolean {
  if (error instanceof CliError) return error.code !== 'refused';
  return error instanceof PlatformError && lasting.has(error.code);
}
