import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileLock } from './file-lock.js';
import { type LockHolder, nameOf, ownHolder } from './lock-holder.js';

const entry = new URL('../../dist/index.js', import.meta.url).href;
const times = { beatMs: 20, deadAfterMs: 400 };
const hourMs = 3_600_000;
/** With these times, a holder is silent only if a test says so, and never because the machine is busy. */
const lasting = { beatMs: 20, deadAfterMs: hourMs };

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-lock-'));
  path = join(folder, 'thing.lock');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Starts a process that runs a script. The script can use `FileLock`, the path of the lock, and the times of its signs
 * of life.
 */
function aProcess(script: string) {
  const facts = `const [path, folder, times] = ${JSON.stringify([path, folder, times])};`;
  const imports = `import { FileLock, withFileLock } from ${JSON.stringify(entry)};`;
  const files = `import { readFile, writeFile } from 'node:fs/promises';`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', imports + files + facts + script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, line: async () => (await lines.next()).value as string, ended };
}

/** Makes a lock as if its holder had stopped without releasing the lock. */
async function leftBy(holder: Partial<LockHolder>, silentForMs: number): Promise<void> {
  const file = join(path, nameOf({ ...ownHolder('0123456789ab'), ...holder }));
  await mkdir(path);
  await writeFile(file, '.');
  await silence(silentForMs);
}

/** Makes the lock look as if its holder had been silent for some time. */
async function silence(ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  await onLockFile((file) => utimes(file, at, at));
}

/** The time for which the holder of the lock has been silent. */
async function silenceMs(): Promise<number> {
  const { mtimeMs } = await onLockFile((file) => stat(file));
  return Date.now() - mtimeMs;
}

/** A sign of life renames the file, so that it can be missing when its name is used. The work is then repeated. */
async function onLockFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  for (;;) {
    const [name = 'none'] = await readdir(path);
    try {
      return await work(join(path, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

const elsewhere = { place: 'ffffffffffff', host: 'other-host' };

describe('a lock', () => {
  it('lets one process at a time work, also while others die in the middle', async () => {
    await writeFile(join(folder, 'count'), '0');
    const counts = `for (let time = 0; time < 10; time++) await withFileLock(path, { waitMs: 60_000 }, async () => {
      const count = Number(await readFile(folder + '/count', 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 1));
      await writeFile(folder + '/count', String(count + 1));
    });`;
    const dies = 'await withFileLock(path, { waitMs: 60_000 }, () => process.kill(process.pid, "SIGKILL"));';
    const ends = await Promise.all([counts, dies, counts, dies, counts].map((script) => aProcess(script).ended));
    expect(ends.map(([code, signal]) => code ?? signal)).toEqual([0, 'SIGKILL', 0, 'SIGKILL', 0]);
    await (await FileLock.take(path)).release();
    expect(await readFile(join(folder, 'count'), 'utf8')).toBe('30');
    expect(await readdir(folder)).toEqual(['count']);
  });

  it('is taken over at once from a process whose number another process has now', async () => {
    await leftBy({ began: '1' }, 0);
    const lock = await FileLock.take(path);
    expect(lock.formerMayLive).toBe(false);
    await lock.release();
  });

  it('is refused at once while its process runs on this machine', async () => {
    const lock = await FileLock.take(path, { name: 'thing' });
    await expect(FileLock.take(path, { name: 'thing' })).rejects.toMatchObject({
      code: 'lock-held',
      message: expect.stringMatching(new RegExp(`^Process ${process.pid} on [\\w-]+ writes thing now: try again`)),
    });
    await lock.release();
  });

  it('is taken over from another host that has been silent for long, by one process only', async () => {
    await leftBy(elsewhere, 60_000);
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => FileLock.take(path)));
    const held = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(held.map(({ formerMayLive }) => formerMayLive)).toEqual([true]);
    await held[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over from another host once it has been silent, and not before', async () => {
    await leftBy(elsewhere, hourMs / 2);
    const reasons: string[] = [];
    const { promise: waits, resolve } = Promise.withResolvers<void>();
    const onWait = (reason: string) => {
      reasons.push(reason);
      resolve();
    };
    const taking = FileLock.take(path, { name: 'thing', times: lasting, onWait });
    await Promise.race([waits, taking]);
    // The process looks several more times.
    expect(await Promise.race([taking, sleep(200, 'waits')])).toBe('waits');
    await silence(2 * hourMs);
    const lock = await taking;
    const wait = 'waiting up to 3600 s for a sign of its life';
    expect(reasons).toEqual([`thing: process ${process.pid} on other-host had it; ${wait}`]);
    await lock.release();
  });

  it('is refused while a process on another host shows life', async () => {
    await leftBy(elsewhere, 0);
    const { promise: waits, resolve: onWait } = Promise.withResolvers<string>();
    const refused = FileLock.take(path, { onWait });
    const [name = ''] = await readdir(path);
    await waits;
    await rename(join(path, name), join(path, name.replace('.0.', '.1.')));
    await expect(refused).rejects.toMatchObject({ code: 'lock-held' });
  });

  it('is known to be lost by a process that slept while another process took it over', async () => {
    const { child, line, ended } = aProcess(`
      const lock = await FileLock.take(path, { times });
      console.log('held');
      for await (const _ of process.stdin) break;
      console.log(await lock.check().then(() => 'still held', (error) => error.code));
      await lock.release();
      process.exit(0);`);
    expect(await line()).toBe('held');
    child.kill('SIGSTOP');
    const lock = await FileLock.take(path, { times, waitMs: 200_000 });
    expect(lock.formerMayLive).toBe(true);
    child.stdin.end('go on');
    child.kill('SIGCONT');
    expect(await line()).toBe('lock-lost');
    await ended;
    await lock.check();
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('stays with a process that slept if no other process came', async () => {
    const lock = await FileLock.take(path, { times: { beatMs: 1, deadAfterMs: 5 } });
    const until = performance.now() + 50;
    while (performance.now() < until);
    await expect(lock.check()).resolves.toBeUndefined();
    await lock.release();
  });

  it('shows life, so that it outlasts the time after which it would be dead', async () => {
    const { line, child, ended } = aProcess(`
      await FileLock.take(path, { times: ${JSON.stringify(lasting)} });
      console.log('held');
      setInterval(() => undefined, 1_000);`);
    expect(await line()).toBe('held');
    await silence(2 * hourMs);
    while ((await silenceMs()) > lasting.deadAfterMs) await sleep(10);
    await expect(FileLock.take(path, { times: lasting })).rejects.toMatchObject({ code: 'lock-held' });
    child.kill('SIGKILL');
    await ended;
    await (await FileLock.take(path, { times: lasting })).release();
  });

  it('is not taken if something else has its name', async () => {
    await writeFile(path, 'mine');
    await expect(FileLock.take(path, { name: 'thing' })).rejects.toMatchObject({
      code: 'unusable',
      message: `thing: ${path} is no lock of this program: remove it`,
    });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });
});
