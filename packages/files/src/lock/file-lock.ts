import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError, withFile } from '../file-error.js';
import { holderOf, isRunning, type LockHolder, nameOf, ownHolder } from './lock-holder.js';

/**
 * The interval at which a holder gives a sign of life, and the time of silence after which the holder counts as dead.
 * Both are in milliseconds.
 */
export interface LockTimes {
  readonly beatMs: number;
  readonly deadAfterMs: number;
}

export const lockTimes: LockTimes = { beatMs: 5_000, deadAfterMs: 30_000 };

/** How a lock is taken. */
export interface LockOptions {
  /** The name that messages use for the locked object. Default: the path of the lock. */
  readonly name?: string;
  /** How long to wait for a living holder, in milliseconds. Default: not at all. */
  readonly waitMs?: number;
  /** All processes that use the same lock must use the same times. */
  readonly times?: LockTimes;
  /** Called once, with the reason, if this process must wait to learn whether a holder on another machine is alive. */
  readonly onWait?: (reason: string) => void;
}

const pollMs = 20;

/**
 * Lets only one process at a time work in a folder that processes of one or many machines share. A lock is a folder
 * with one file, whose name contains the holder and a count of the holder's signs of life. Every change of the lock
 * renames this file. If several processes try to rename it, the system lets only one of them succeed. Therefore exactly
 * one other process takes over the lock of a dead holder: at once if it knows that the holder is dead, otherwise after
 * half a minute of silence. A process that may have been asleep calls `check` before it continues, and learns whether
 * it still has the lock.
 *
 * @example
 * const lock = await FileLock.take('/data/copy.lock');
 * try {
 *   await lock.check();
 *   // writes a file
 * } finally {
 *   await lock.release();
 * }
 */
export class FileLock {
  /** Whether the former holder may be asleep and not dead, so that it may still finish a write. */
  readonly formerMayLive: boolean;
  readonly #path: string;
  readonly #name: string;
  readonly #times: LockTimes;
  readonly #timer: NodeJS.Timeout;
  #holder: LockHolder;
  #isLost = false;
  #isReleased = false;
  #shownAt: Moment;
  #beating: Promise<void> = Promise.resolve();

  private constructor(path: string, name: string, times: LockTimes, { holder, at, formerMayLive }: Taken) {
    this.#path = path;
    this.#name = name;
    this.#times = times;
    this.#holder = holder;
    this.#shownAt = at;
    this.formerMayLive = formerMayLive;
    this.#timer = setInterval(() => void this.#beat().catch(() => undefined), times.beatMs);
    this.#timer.unref();
  }

  /**
   * @param path the path of the lock, in an existing folder; nothing else may use this path
   * @throws FileError `lock-held` if a living process holds the lock, `unusable` if the folder cannot be written
   */
  static async take(path: string, options: LockOptions = {}): Promise<FileLock> {
    const { name = path, times = lockTimes } = options;
    return new FileLock(path, name, times, await withFile(name, () => new Taking(path, name, options).take()));
  }

  /**
   * Checks that no other process has taken the lock. Call this method before each step that only the holder may do. The
   * call costs almost nothing unless the process has slept.
   *
   * @throws FileError `lock-lost`
   */
  async check(): Promise<void> {
    if (!this.#isLost && this.#shownAt.isNewerThan(2 * this.#times.beatMs)) return;
    await this.#beat();
    if (this.#isLost) {
      const what = `${this.#name}: another process has taken it over, as this one gave no sign of life`;
      throw new FileError('lock-lost', `${what} for ${this.#times.deadAfterMs / 1_000} s`, 'leave it to that one');
    }
  }

  /** Releases the lock. Does nothing if another process has taken over the lock. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#isReleased = true;
    await this.#beating.catch(() => undefined);
    if (this.#isLost) return;
    await unlink(join(this.#path, nameOf(this.#holder))).catch(() => undefined);
    await rmdir(this.#path).catch(() => undefined);
  }

  #beat(): Promise<void> {
    this.#beating = this.#beating.catch(() => undefined).then(() => this.#showLife());
    return this.#beating;
  }

  async #showLife(): Promise<void> {
    if (this.#isLost || this.#isReleased) return;
    const at = new Moment();
    const next = { ...this.#holder, beat: this.#holder.beat + 1 };
    if (await change(this.#path, nameOf(this.#holder), nameOf(next))) {
      this.#holder = next;
      this.#shownAt = at;
    } else this.#isLost = true;
  }
}

/**
 * Takes the lock, runs the work, and releases the lock. Meanwhile no other process can hold this lock.
 */
export async function withFileLock<T>(
  path: string,
  options: LockOptions,
  work: (lock: FileLock) => Promise<T>,
): Promise<T> {
  const lock = await FileLock.take(path, options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/** A point in time, measured by two clocks. Only one of the clocks continues while the machine sleeps. */
class Moment {
  readonly #steady = performance.now();
  readonly #clock = Date.now();

  isNewerThan(ms: number): boolean {
    return Math.max(performance.now() - this.#steady, Date.now() - this.#clock) < ms;
  }
}

interface Taken {
  readonly holder: LockHolder;
  readonly at: Moment;
  readonly formerMayLive: boolean;
}

/** Repeated attempts to take a lock. */
class Taking {
  readonly #path: string;
  readonly #name: string;
  readonly #waitMs: number;
  readonly #times: LockTimes;
  readonly #onWait: LockOptions['onWait'];
  readonly #own = ownHolder(randomBytes(6).toString('hex'));
  /** How far the clock of the disk is ahead of our clock. The disk may belong to another machine. */
  #clockAheadMs: number | undefined;

  constructor(path: string, name: string, { waitMs = 0, times = lockTimes, onWait }: LockOptions) {
    this.#path = path;
    this.#name = name;
    this.#waitMs = waitMs;
    this.#times = times;
    this.#onWait = onWait;
  }

  async take(): Promise<Taken> {
    const giveUpAt = performance.now() + this.#waitMs;
    let seen: string | undefined;
    /** Whether any holder has given a sign of life since this process first looked at the lock. */
    let hasShownLife = false;
    for (;;) {
      const at = new Moment();
      // oxlint-disable no-await-in-loop -- each attempt starts after the one before has failed
      const found = await this.#found();
      if (found === undefined) {
        if (await this.#make()) return { holder: this.#own, at, formerMayLive: false };
      } else {
        const { name, holder } = found;
        const runs = isRunning(holder);
        if (runs === false || (await this.#isSilent(name))) {
          if (await change(this.#path, name, nameOf(this.#own)))
            return { holder: this.#own, at, formerMayLive: runs !== false };
          continue;
        }
        if (runs === undefined && seen === undefined) this.#onWait?.(this.#whyItWaits(holder));
        hasShownLife ||= runs === true || (seen !== undefined && seen !== name);
        seen = name;
        if (hasShownLife && performance.now() >= giveUpAt) throw heldBy(holder, this.#name);
      }
      await sleep(pollMs * (0.5 + Math.random()));
      // oxlint-enable no-await-in-loop
    }
  }

  /** The holder of the lock, or undefined if the lock is free. */
  async #found(): Promise<{ name: string; holder: LockHolder } | undefined> {
    const names = await readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      if (error.code === 'ENOTDIR') throw this.#foreign();
      throw error;
    });
    const [name] = names;
    if (name === undefined) return undefined;
    const holder = holderOf(name);
    if (holder === undefined || names.length > 1) throw this.#foreign();
    return { name, holder };
  }

  #whyItWaits({ processId, host }: LockHolder): string {
    const longest = Math.ceil(this.#times.deadAfterMs / 1_000);
    return `${this.#name}: process ${processId} on ${host} had it; waiting up to ${longest} s for a sign of its life`;
  }

  #foreign(): FileError {
    return new FileError('unusable', `${this.#name}: ${this.#path} is no lock of this program`, 'remove it');
  }

  /**
   * Makes the lock under another name first, and renames it when it contains the file of its holder. Other processes
   * therefore never find a lock without a holder. Returns false if another process was faster.
   */
  async #make(): Promise<boolean> {
    const made = `${this.#path}.${this.#own.id}`;
    await mkdir(made);
    try {
      await writeFile(join(made, nameOf(this.#own)), lifeSign);
      await rename(made, this.#path);
      return true;
    } catch (error) {
      await rm(made, { recursive: true, force: true });
      if (isTaken(error as NodeJS.ErrnoException)) {
        // Some systems cannot replace an empty folder by renaming another folder.
        await rmdir(this.#path).catch(() => undefined);
        return false;
      }
      throw error;
    }
  }

  /** Whether a holder, on this or another machine, has been silent so long that it counts as dead. */
  async #isSilent(name: string): Promise<boolean> {
    const shownAt = await shownLifeAt(join(this.#path, name));
    if (shownAt === undefined) return false;
    this.#clockAheadMs ??= await this.#measureClock();
    return Date.now() + this.#clockAheadMs - shownAt > this.#times.deadAfterMs;
  }

  async #measureClock(): Promise<number> {
    const path = `${this.#path}.${this.#own.id}`;
    try {
      await writeFile(path, lifeSign);
      const now = Date.now();
      return ((await shownLifeAt(path)) ?? now) - now;
    } finally {
      await rm(path, { force: true });
    }
  }
}

const lifeSign = '.';

/**
 * Gives the file of a lock the current time of the disk, and then renames the file. Returns false if another process
 * has already renamed it.
 */
async function change(path: string, from: string, to: string): Promise<boolean> {
  try {
    await writeFile(join(path, from), lifeSign, { flag: 'r+' });
    await rename(join(path, from), join(path, to));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * The time of the holder's last sign of life, by the clock of the disk. The file is opened first, because a network disk
 * could otherwise answer from its cache.
 */
async function shownLifeAt(path: string): Promise<number | undefined> {
  try {
    const file = await open(path);
    try {
      return (await file.stat()).mtimeMs;
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isTaken({ code }: NodeJS.ErrnoException): boolean {
  return (
    code === 'ENOTEMPTY' ||
    code === 'EEXIST' ||
    (process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES'))
  );
}

function heldBy({ processId, host }: LockHolder, name: string): FileError {
  return new FileError(
    'lock-held',
    `Process ${processId} on ${host} writes ${name} now`,
    'try again when it has ended',
  );
}
