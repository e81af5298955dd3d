import { readFileSync } from 'node:fs';

/**
 * Returns the CPU time of a process's main thread in milliseconds. Delays that other processes cause are not included.
 * Linux only.
 */
export function mainThreadMs(processId: number): number {
  return mainThreadTimes(processId).workedMs;
}

/** Returns the CPU time of the main thread, and the time for which it waited for a processor. */
export function mainThreadTimes(processId: number): { readonly workedMs: number; readonly waitedMs: number } {
  const [worked = '', waited = ''] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ');
  return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 };
}
