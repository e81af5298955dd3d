import { callErrorOf } from '../server/call-error.js';

/** The pauses before the repetitions. The pauses are long enough for a service to restart. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Repeats work a few times if a server could not be reached.
 *
 * @param onBreak called before each wait
 * @throws the error of the last try. An error that waiting cannot cure is thrown at once
 */
export async function withRepeats(
  attempt: () => Promise<void>,
  onBreak: () => void,
  signal: AbortSignal,
  pauses: readonly number[] = pausesMs,
): Promise<void> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || callErrorOf(error).code !== 'unavailable') throw error;
      onBreak();
      await sleep(pause, signal);
    }
  }
  await attempt();
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
