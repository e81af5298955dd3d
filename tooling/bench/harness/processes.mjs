import { readdirSync, readFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

/**
 * Returns the CPU seconds that the living threads of a process have used so far, exact to a microsecond (Linux).
 *
 * @param {number} processId
 */
export function cpuSecondsOf(processId) {
  const tasks = `/proc/${processId}/task`;
  const nanoseconds = readdirSync(tasks).map((thread) => Number(read(`${tasks}/${thread}/schedstat`).split(' ')[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/**
 * Returns the CPU seconds that a PostgreSQL server has used so far. The result includes the first process of the server
 * and all processes that this process has started, even if they have ended.
 *
 * @param {number} postmaster
 */
export function serverCpuSeconds(postmaster) {
  const living = [postmaster, ...childrenOf(postmaster)];
  return living.reduce((sum, processId) => sum + cpuIfThere(processId), endedChildrenCpuSeconds(postmaster));
}

/**
 * Returns the CPU seconds that a process has used so far, including threads that have ended, exact to a hundredth of a
 * second (Linux).
 *
 * @param {number} processId
 */
export function wholeCpuSecondsOf(processId) {
  return ticksOf(processId, 11);
}

/**
 * Returns the CPU seconds of all child processes that have ended.
 *
 * @param {number} processId
 */
export function endedChildrenCpuSeconds(processId) {
  return ticksOf(processId, 13);
}

/**
 * @param {number} processId
 * @param {number} first the first of two fields of the process state: CPU time in programs, then in the kernel
 */
function ticksOf(processId, first) {
  const fields = read(`/proc/${processId}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[first]) + Number(fields[first + 1])) / clockTicksPerSecond;
}

/**
 * Returns the bytes that a process has read and written so far, through sockets and files.
 *
 * @param {number} processId
 */
export function movedBytesOf(processId) {
  const text = read(`/proc/${processId}/io`);
  return ['rchar', 'wchar'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1]),
    0,
  );
}

/**
 * Returns the memory that a process uses now, in bytes (Linux).
 *
 * @param {number} processId
 */
export function residentBytesOf(processId) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${processId}/status`))?.[1]) * 1024;
}

/** @param {number} processId */
function childrenOf(processId) {
  const children = read(`/proc/${processId}/task/${processId}/children`).trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * A process may end during the measurement. Then the next measurement counts it among the ended processes.
 * @param {number} processId
 */
function cpuIfThere(processId) {
  try {
    return cpuSecondsOf(processId);
  } catch {
    return 0;
  }
}

/** @param {string} file */
function read(file) {
  return readFileSync(file, 'utf8');
}
