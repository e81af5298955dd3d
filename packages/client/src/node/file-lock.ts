import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '../errors/platform-error.js';

/** Who holds a lock. */
interface Holder {
  readonly id: string;
  readonly host: string;
  readonly processId: number;
}

const beatMs = 5_000;
/** A holder that has not shown life for so long is dead, wherever it ran. */
const deadAfterMs = 30_000;
const pollMs = 20;
/** Longer than the calls that are made under the lock, repeats included. */
const giveUpAfterMs = 120_000;

/**
 * Does something while no other process that shares the folder does so under the same name. The lock of a process that died is taken over:
 * at once on the same machine, after half a minute elsewhere.
 *
 * @throws PlatformError `unavailable` if somebody else holds the lock for two minutes
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const own: Holder = { id: randomUUID(), host: hostname(), processId: process.pid };
  await acquire(path, own);
  const beat = setInterval(() => void touch(path), beatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await readHolder(path))?.id === own.id) await rm(path, { force: true });
  }
}

async function acquire(path: string, own: Holder): Promise<void> {
  const ticket = `${path}.${own.id}`;
  const giveUpAt = performance.now() + giveUpAfterMs;
  try {
    for (;;) {
      await writeFile(ticket, JSON.stringify(own), { mode: 0o600 });
      if (await claim(ticket, path)) return;
      const holder = await readHolder(path);
      if (holder !== undefined && (await isDead(path, holder)) && (await takeOver(path, holder, ticket))) return;
      if (performance.now() > giveUpAt) {
        const who = holder === undefined ? 'Another process' : `Process ${holder.processId} of ${holder.host}`;
        throw new PlatformError('unavailable', `${who} holds ${path} for too long`, {
          advice: 'End that process, or remove the file if it is gone.',
        });
      }
      await sleep(pollMs * (0.5 + Math.random()));
    }
  } finally {
    await rm(ticket, { force: true });
  }
}

/** Gives a file a second name, unless that name is taken: whoever reads it finds it whole. */
async function claim(ticket: string, name: string): Promise<boolean> {
  try {
    await link(ticket, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Puts the own ticket into the place of a dead holder. Of those who have seen the same dead holder, one at a time may do so, and each
 * looks again whether the holder is still that one.
 */
async function takeOver(path: string, dead: Holder, ticket: string): Promise<boolean> {
  const right = `${path}.${dead.id}.over`;
  if (!(await claim(ticket, right))) {
    if (await isOlderThan(right, deadAfterMs)) await rm(right, { force: true });
    return false;
  }
  try {
    if ((await readHolder(path))?.id !== dead.id) return false;
    await rename(ticket, path);
    return true;
  } finally {
    await rm(right, { force: true });
  }
}

async function isDead(path: string, { host, processId }: Holder): Promise<boolean> {
  if (host === hostname() && !isRunning(processId)) return true;
  return isOlderThan(path, deadAfterMs);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ms;
  } catch {
    return false;
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/** Undefined if nobody holds the lock. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
