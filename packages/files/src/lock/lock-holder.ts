import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock. All of it stands in the name of a file, which can be changed in one step. */
export interface LockHolder {
  readonly id: string;
  /** How often the holder has shown that it lives. */
  readonly beat: number;
  readonly processId: number;
  /** When the process began, where the system tells: its number may be another one's later. */
  readonly began: string;
  /** Where its number says something: one start of one machine, one space of process numbers. */
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

/** Undefined for a name that is none of a holder. */
export function holderOf(name: string): LockHolder | undefined {
  const [, id = '', beat, processId, began = '', place = '', host = ''] = parts.exec(name) ?? [];
  return id === '' ? undefined : { id, beat: Number(beat), processId: Number(processId), began, place, host };
}

/** Whether the process of a holder runs, where that can be known from here. */
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

/** Containers may have one host name, and each its own processes; what the system does not tell is no place of anybody else. */
function placeText(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `unknown ${process.pid} ${Math.random()}`;
  }
}

/** In ticks since the machine began (proc_pid_stat(5), field 22); undefined if there is no such process. */
function beganAt(processId: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // What has ended and is not collected yet does nothing any more.
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
