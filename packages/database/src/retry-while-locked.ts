import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodes } from './error-codes.js';

const retryMs = 5;

/**
 * Repeats an action on a SQLite file while another process has locked the file. Between the attempts, this process continues with
 * other work.
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

/** Whether an error means that another process has locked a SQLite file for too long. */
export function isLocked(error: unknown): boolean {
  return errorCodes(error).some((code) => code.startsWith('SQLITE_BUSY'));
}
