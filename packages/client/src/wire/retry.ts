import { PlatformError } from '../errors/platform-error.js';
import { throwIfAborted } from './aborted.js';
import type { OnPause } from './pause.js';
import { sleep } from './sleep.js';

/** How often a failing call is tried, and how long the pauses between the attempts are. */
export interface RetryPolicy {
  /** All attempts, including the first. */
  readonly attempts: number;
  /** The pause before the second attempt. Each further pause is twice as long, less a random part. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** The longest `Retry-After` for which a call waits. If it is longer, the call fails. */
  readonly longestRetryAfterSeconds: number;
}

/** Six attempts with pauses from 250 ms to 10 seconds; a call fails if the server asks for more than 120 seconds. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  firstWaitMs: 250,
  longestWaitMs: 10_000,
  longestRetryAfterSeconds: 120,
};

/**
 * Errors after which no call is repeated. If such an error has ended all attempts of a call that is part of another
 * call, the other call fails at once.
 */
const givenUp = new WeakSet<object>();

/** Marks an error, so that no call is repeated because of it. */
export function giveUp(error: PlatformError): PlatformError {
  givenUp.add(error);
  return error;
}

const repeatable = new Set(['too-many-calls', 'unavailable', 'answer-corrupt']);

export interface Repeating {
  readonly policy: RetryPolicy;
  readonly onPause?: OnPause | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Repeats a call that may succeed later, because it was throttled, the service was not available, or the answer was
 * damaged on the way. If the server asks for a pause, the pause is that long. Otherwise the pauses grow, and each pause
 * is shortened by a random part.
 */
export async function withRetries<T>(attempt: () => Promise<T>, { policy, onPause, signal }: Repeating): Promise<T> {
  for (let number = 1; ; number++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (error) {
      throwIfAborted(signal);
      const ms = number < policy.attempts ? waitAfter(error, number, policy) : undefined;
      if (ms === undefined) {
        if (error instanceof PlatformError) giveUp(error);
        throw error;
      }
      onPause?.({ reason: 'repeat', ms, error: error as Error });
      await sleep(ms, signal);
    }
  }
}

function waitAfter(error: unknown, number: number, policy: RetryPolicy): number | undefined {
  if (!(error instanceof PlatformError) || !repeatable.has(error.code) || givenUp.has(error)) return undefined;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) {
    return retryAfterSeconds > policy.longestRetryAfterSeconds ? undefined : retryAfterSeconds * 1_000;
  }
  const longest = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (number - 1));
  return longest * (0.5 + Math.random() / 2);
}
