import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError, withFile } from '../file-error.js';
import { holderOf, isRunning, type LockHolder, nameOf, ownHolder } from './lock-holder.js';

/** How often a holder shows that it lives, and when one that has not is dead; milliseconds. */
export interface LockTimes {
  readonly beatMs: number;
  readonly deadAfterMs: number;
}

export const lockTimes: LockTimes = { beatMs: 5_000, deadAfterMs: 30_000 };

/** How a lock is taken. */
export interface LockOptions {
  /** What the person calls that which is locked. Default: the path of the lock. */
  readonly name?: string;
  /** How long to wait for a holder that lives, in milliseconds. Default: not at all. */
  readonly waitMs?: number;
  /** All processes that use a lock must have the same. */
  readonly times?: LockTimes;
  /** Is told once, in a sentence, why it takes long to find out whether a holder on another machine lives. */
  readonly onWait?: (reason: string) => void;
}

const pollMs = 20;

/**
 * Keeps processes apart that share a folder, on one machine or many. A lock is a folder with one file, whose name says who holds it, and how
 * often it has shown that it lives. Whatever happens to a lock is a change of exactly that name, which the system does for one process only:
 * the lock of a process that died is taken over by one, at once where it is known to have died, after half a minute of silence elsewhere;
 * and one that was only asleep finds out with `check` before it goes on.
 *
 * @example
 * const lock = await FileLock.take('/data/copy.lock');
 * try {
 *   await lock.check();
 *   // … writes
 * } finally {
 *   await lock.release();
 * }
 */
export class FileLock {
  /** Whether it was taken from a process that may only be asleep, and may end a write that it has begun. */
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
   * @param path where the lock is: a name that nothing else has, in a folder that is there
   * @throws FileError `lock-held` if a process that lives holds it, `unusable` if the folder cannot be written
   */
  static async take(path: string, options: LockOptions = {}): Promise<FileLock> {
    const { name = path, times = lockTimes } = options;
    return new FileLock(path, name, times, await withFile(name, () => new Taking(path, name, options).take()));
  }

  /**
   * Makes sure that nobody else has taken the lock since. To be called before each step that only its holder may do; it costs nothing where
   * the process has not slept.
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

  /** Lets others have it. It does nothing where another process has it already. */
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

/** Does something while no other process that shares the folder does so under the same name. */
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

/** A moment, by clocks of which one goes on while the process or the machine sleeps. */
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

/** One attempt after the other to have a lock. */
class Taking {
  readonly #path: string;
  readonly #name: string;
  readonly #waitMs: number;
  readonly #times: LockTimes;
  readonly #onWait: LockOptions['onWait'];
  readonly #own = ownHolder(randomBytes(6).toString('hex'));
  /** How far the clock of the disk, which may be another machine's, is ahead of ours. */
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
    /** Beats of the holder that was seen first, or of those after it. */
    let hasShownLife = false;
    for (;;) {
      const at = new Moment();
      // oxlint-disable no-await-in-loop -- one attempt after the other
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

  /** Who holds it; undefined if nobody does. */
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

  /** A lock appears with its holder in it. */
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
        // Where a folder cannot take the place of an empty one.
        await rmdir(this.#path).catch(() => undefined);
        return false;
      }
      throw error;
    }
  }

  /** Whether a holder has not shown life for so long that it is dead, wherever it ran. */
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

/** Gives the file of a lock another name, unless somebody else has done so, and a fresh time of the disk before. */
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

/** By the disk's clock; opened, so that a network disk does not answer from memory. */
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
