import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileTokenStore } from '../src/node/index.js';

const tokens = { accessToken: 'a', refreshToken: 'r', accessTokenEndsAt: 2, renewAt: 1 };
const nodeEntry = new URL('../dist/node/index.js', import.meta.url).href;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-store-'));
  path = join(folder, 'deep', 'tokens.json');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that increments a number in a file under the lock, or dies while it holds the lock. */
function aProcess(script: string) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { FileTokenStore } from ${JSON.stringify(nodeEntry)};
     import { readFile, writeFile } from 'node:fs/promises';
     const store = new FileTokenStore(${JSON.stringify(path)});
     const file = ${JSON.stringify(join(folder, 'count'))};
     ${script}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return once(child, 'exit') as Promise<[number | null, string | null]>;
}

const counts = (times: number) => `for (let time = 0; time < ${times}; time++) await store.exclusively(async () => {
  const count = Number(await readFile(file, 'utf8'));
  await new Promise((resolve) => setTimeout(resolve, 1));
  await writeFile(file, String(count + 1));
});`;
const dies = 'await store.exclusively(() => process.kill(process.pid, "SIGKILL"));';

describe('FileTokenStore', () => {
  it('keeps the pair for its owner only, and forgets it', async () => {
    const store = new FileTokenStore(path);
    expect(await store.load()).toBeUndefined();
    await store.save(tokens);
    expect(await store.load()).toEqual(tokens);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'deep'))).mode & 0o777).toBe(0o700);
    await store.save({ ...tokens, accessToken: 'b' });
    expect(await new FileTokenStore(path).load()).toMatchObject({ accessToken: 'b' });
    await store.save(undefined);
    expect(await store.load()).toBeUndefined();
    expect(await readdir(join(folder, 'deep'))).toEqual([]);
  });

  it('refuses a file that others can read, and one without tokens', async () => {
    const store = new FileTokenStore(path);
    await store.save(tokens);
    await chmod(path, 0o644);
    await expect(store.load()).rejects.toMatchObject({
      code: 'settings-wrong',
      advice: expect.stringContaining('chmod 600'),
    });
    await chmod(path, 0o600);
    for (const text of ['{"accessToken":"secret"', '{"accessToken":"secret"}', 'null']) {
      await writeFile(path, text);
      await expect(store.load()).rejects.toMatchObject({
        code: 'settings-wrong',
        message: expect.not.stringContaining('secret'),
      });
    }
  });

  it('lets one process at a time renew, also while others die in the middle', async () => {
    const count = join(folder, 'count');
    await writeFile(count, '0');
    const ends = await Promise.all([counts(20), dies, counts(20), dies, counts(20), dies].map(aProcess));
    expect(ends.map(([code, signal]) => code ?? signal)).toEqual([0, 'SIGKILL', 0, 'SIGKILL', 0, 'SIGKILL']);
    await new FileTokenStore(path).exclusively(async () => undefined);
    expect(await readFile(count, 'utf8')).toBe('60');
    expect((await readdir(join(folder, 'deep'))).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it('takes over from a machine that has been silent, and not from one that is alive', async () => {
    const store = new FileTokenStore(path);
    await store.save(tokens);
    // The file is named as a holder on another host would name it, because the name contains the holder.
    const lock = join(`${path}.lock`, '0123456789ab.7.1.1.ffffffffffff.other-host');
    await mkdir(`${path}.lock`);
    await writeFile(lock, '.');
    let isOurs = false;
    const waiting = store.exclusively(async () => {
      isOurs = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isOurs).toBe(false);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    await waiting;
    expect(isOurs).toBe(true);
    expect(await readdir(join(folder, 'deep'))).toEqual(['tokens.json']);
  });

  it('follows a link to the file, and says in a sentence that the disk refuses', async () => {
    await mkdir(join(folder, 'deep'));
    await symlink('elsewhere.json', path);
    await new FileTokenStore(path).save(tokens);
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await new FileTokenStore(join(folder, 'deep', 'elsewhere.json')).load()).toEqual(tokens);
    await rm(path);
    await mkdir(path);
    await expect(new FileTokenStore(path).save(tokens)).rejects.toMatchObject({
      code: 'settings-wrong',
      reason: `The token file ${path}: is a folder`,
      advice: 'Name a file.',
    });
    const below = join(folder, 'deep', 'elsewhere.json', 'tokens.json');
    await expect(new FileTokenStore(below).exclusively(async () => undefined)).rejects.toMatchObject({
      code: 'settings-wrong',
      reason: expect.stringContaining(`The token file ${below}: `),
    });
  });
});
