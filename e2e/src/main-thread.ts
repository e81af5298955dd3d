import { readFileSync } from 'node:fs';

/**
 * Working time of a process's main thread in milliseconds, without delays by other processes of a busy machine. Linux
 * only.
 */
export function mainThreadMs(processId: number): number {
  return mainThreadTimes(processId).workedMs;
}

/** The same, and the time that the thread waited for a processor. */
export function mainThreadTimes(processId: number): { readonly workedMs: number; readonly waitedMs: number } {
  const [worked = '', waited = ''] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ');
  return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 };
}
