import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodes } from './error-codes.js';

const retryMs = 5;

/**
 * Repeats something on a SQLite file that another process may have locked, with pauses in which this process goes on.
 *
 * @throws the last lock error when the time is over, and any other error at once
 */
export async function retryWhileLocked<T>(timeoutMs: number, attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      await sleep(retryMs + Math.random() * retryMs);
    }
  }
}

/** Whether another process has kept a SQLite file locked for too long. */
export function isLocked(error: unknown): boolean {
  return errorCodes(error).some((code) => code.startsWith('SQLITE_BUSY'));
}
