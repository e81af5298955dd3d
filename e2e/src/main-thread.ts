import { readFileSync } from 'node:fs';

/**
 * Milliseconds that the main thread of a process has worked: what its event loop was held up by others on a busy
 * machine does not count. Linux.
 */
export function mainThreadMs(processId: number): number {
  return mainThreadTimes(processId).workedMs;
}

/** The same, and for how long the thread had work but no processor. */
export function mainThreadTimes(processId: number): { readonly workedMs: number; readonly waitedMs: number } {
  const [worked = '', waited = ''] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ');
  return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 };
}
