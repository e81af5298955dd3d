import { readFileSync } from 'node:fs';

/**
 * Milliseconds that the main thread of a process has worked: what its event loop was held up by others on a busy
 * machine does not count. Linux.
 */
export function mainThreadMs(processId: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
