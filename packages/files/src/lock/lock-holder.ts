import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The holder of a lock. All its fields are in the name of one file, because a file can be renamed in one step.
 */
export interface LockHolder {
  readonly id: string;
  /** Count of the holder's signs of life. */
  readonly beat: number;
  readonly processId: number;
  /**
   * The start time of the process, or `""` if the system does not report it. The start time is needed because another
   * process may get the same number later.
   */
  readonly began: string;
  /** The scope in which the process number is unique: one process namespace during one boot of a machine. */
  readonly place: string;
  readonly host: string;
}

const parts = /^([0-9a-f]{12})\.(\d{1,9})\.(\d{1,10})\.(\d*)\.([0-9a-f]{12})\.([\w-]+)$/;
const longestHost = 60;

/** This process as a holder. */
export function ownHolder(id: string): LockHolder {
  const host =
    hostname()
      .replaceAll(/[^\w-]/g, '-')
      .slice(0, longestHost) || 'unknown';
  return { id, beat: 0, processId: process.pid, began: beganAt(process.pid) ?? '', place: ownPlace(), host };
}

export function nameOf({ id, beat, processId, began, place, host }: LockHolder): string {
  return [id, beat, processId, began, place, host].join('.');
}

/** The holder that the name of a file describes, or undefined if the name does not describe a holder. */
export function holderOf(name: string): LockHolder | undefined {
  const [, id = '', beat, processId, began = '', place = '', host = ''] = parts.exec(name) ?? [];
  return id === '' ? undefined : { id, beat: Number(beat), processId: Number(processId), began, place, host };
}

/** Whether the holder's process is running; undefined if this process cannot know it. */
export function isRunning({ place, processId, began }: LockHolder): boolean | undefined {
  if (place !== ownPlace()) return undefined;
  if (process.platform === 'linux') return beganAt(processId) === began;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let known: string | undefined;

function ownPlace(): string {
  known ??= createHash('sha256').update(placeText()).digest('hex').slice(0, 12);
  return known;
}

/**
 * Two containers may have the same host name, but each container numbers its own processes. If the scope cannot be
 * read, a random text is used, so that no other process seems to have the same scope.
 */
function placeText(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `unknown ${process.pid} ${Math.random()}`;
  }
}

/**
 * The start time of a process, in clock ticks since the boot (proc_pid_stat(5), field 22); undefined if the process
 * does not exist.
 */
function beganAt(processId: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie process has ended, although it is still listed.
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
