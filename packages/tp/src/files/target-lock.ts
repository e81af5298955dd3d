import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { CliError, fileError } from '@trading-platform/terminal';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

const takeAttempts = 5;

/**
 * Keeps two processes from writing one file. A lock appears with its holder in it, so that it is never empty; that of a process that
 * died is taken over.
 */
export class TargetLock {
  readonly #path: string;
  readonly #text: string;

  private constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  /**
   * @param target the file to be written
   * @param name what the person calls it
   * @throws CliError `refused` if another process writes it, `input` if the folder cannot be written
   */
  static async take(target: string, name: string): Promise<TargetLock> {
    const path = `${target}.lock`;
    const text = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder);
    for (let attempt = 1; attempt <= takeAttempts; attempt++) {
      if (await appear(path, text, name)) return new TargetLock(path, text);
      const found = await readFile(path, 'utf8').catch(() => undefined);
      if (found === undefined) continue;
      if (isAlive(found)) throw inUse(name, path, found);
      await removeExactly(path, found);
    }
    throw inUse(name, path, '');
  }

  async release(): Promise<void> {
    if ((await readFile(this.#path, 'utf8').catch(() => undefined)) === this.#text)
      await rm(this.#path, { force: true });
  }
}

/** Makes the lock with its content at once; answers whether there was none. */
async function appear(path: string, text: string, name: string): Promise<boolean> {
  const own = `${path}.${process.pid}`;
  try {
    const file = await open(own, 'w');
    await file.writeFile(text);
    await file.close();
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fileError(name, error);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}

/** Removes a stale lock; one that another process has put there since is put back. */
async function removeExactly(path: string, expected: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== expected) await link(aside, path);
  } catch {
    // Another process was faster: the next attempt sees what it made of it.
  } finally {
    await rm(aside, { force: true });
  }
}

function isAlive(text: string): boolean {
  const { pid, host } = readHolder(text);
  if (pid === undefined) return false;
  if (host !== hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(name: string, path: string, text: string): CliError {
  const { pid, host } = readHolder(text);
  const who = pid === undefined ? 'Another process' : `Process ${pid} on ${host}`;
  return new CliError('refused', `${who} writes ${name} now. If it does not, remove ${path}`);
}

function readHolder(text: string): Partial<Holder> {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return {};
  }
}
