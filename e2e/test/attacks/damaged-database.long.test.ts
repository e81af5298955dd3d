import { execFileSync } from 'node:child_process';
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { ApiCaller } from '../../src/api-caller.js';
import { describePlatform } from '../../src/describe-platform.js';
import type { Platform } from '../../src/platform.js';

const memberCode = '10000001';
const noticedWithinMs = 15_000;
const flowTimeoutMs = 180_000;
const callsAfterwards = 200;
const services = ['auth', 'api', 'worker'] as const;
const services503 = { 'auth.sqlite': ['auth'], 'ordering.sqlite': ['api', 'worker'] } as const;

const harms: Readonly<Record<string, (path: string) => Promise<void>>> = {
  deleted: (path) => rm(path),
  'without its log': (path) => rm(`${path}-wal`),
  replaced: async (path) => {
    await copyFile(path, `${path}.other`);
    await rename(`${path}.other`, path);
  },
  'cut off': async (path) => run('truncate', '--size=0', path),
  damaged: async (path) => {
    const { size } = await stat(path);
    run('dd', 'if=/dev/urandom', `of=${path}`, 'bs=4096', `count=${Math.ceil(size / 4096)}`, 'conv=notrunc');
  },
};

/** Damages the files with another program, because this process has already opened them. */
function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}

/** Makes calls that change data, until the test stops them. Returns the statuses of calls that began after `since`. */
function write(calls: readonly (() => Promise<number>)[]) {
  const signal = { stopped: false };
  const seen: { readonly at: number; readonly status: number }[] = [];
  const loops = calls.map(async (call) => {
    while (!signal.stopped) {
      const at = performance.now();
      seen.push({ at, status: await call() });
    }
  });
  return {
    after: (since: number) => seen.filter(({ at }) => at >= since).map(({ status }) => status),
    stop: async () => {
      signal.stopped = true;
      await Promise.all(loops);
    },
  };
}

const copies = (folder: string) => join(folder, 'copies');

async function copyFiles(from: string, to: string): Promise<void> {
  run('mkdir', '-p', to);
  for (const name of await readdir(from)) {
    if (/\.sqlite(-wal|-shm)?$/.test(name)) run('cp', join(from, name), join(to, name));
  }
}

async function endAll(platform: Platform): Promise<void> {
  await Promise.all(services.map((name) => platform.service(name).end('SIGTERM')));
}

async function startAll(platform: Platform): Promise<void> {
  await Promise.all(services.map((name) => platform.startService(name)));
}

/** Restores the saved files when all services have ended. */
async function restore(platform: Platform): Promise<void> {
  await endAll(platform);
  for (const name of await readdir(platform.folder)) {
    if (name.includes('.sqlite')) await rm(join(platform.folder, name));
  }
  await copyFiles(copies(platform.folder), platform.folder);
  await startAll(platform);
}

async function notReady(url: string): Promise<void> {
  const end = performance.now() + noticedWithinMs;
  while ((await fetch(`${url}/readyz`)).status !== 503) {
    if (performance.now() > end) throw new Error(`${url} is ready on a broken file`);
    await sleep(50);
  }
}

describePlatform('a SQLite file that breaks while calls run', { database: 'sqlite' }, (flow) => {
  let caller: ApiCaller;

  flow('is intact at first, and is saved', async (platform) => {
    await platform.load('members', [{ member_code: memberCode }]);
    caller = await platform.caller(memberCode);
    await endAll(platform);
    await copyFiles(platform.folder, copies(platform.folder));
    await startAll(platform);
    expect(await readdir(copies(platform.folder))).toContain('auth.sqlite');
  });

  const signIn = async (platform: Platform) => {
    const { userId, password, clientId, clientSecret } = caller.credentials;
    const form = { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
    const address = `${platform.authUrl}/api/credentials/access_token`;
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
    await answer.arrayBuffer();
    return answer.status;
  };
  const generate = async () => (await caller.call('/master/download/buy/request', {})).status;

  const files = [
    { file: 'auth.sqlite', of: services503['auth.sqlite'], call: signIn },
    { file: 'ordering.batches.sqlite', of: services503['ordering.sqlite'], call: generate },
  ] as const;
  for (const { file, of, call } of files) {
    for (const [harm, apply] of Object.entries(harms)) {
      flow(
        `makes its services stop writing: ${file}, ${harm}`,
        async (platform) => {
          const writing = write(Array.from({ length: 4 }, () => () => call(platform)));
          try {
            while (writing.after(0).length < 20) await sleep(20);
            expect(new Set(writing.after(0))).toEqual(new Set([200]));
            await apply(join(platform.folder, file));
            for (const name of of) await notReady(platform[`${name}Url`]);
            const noticed = performance.now();
            while (writing.after(noticed).length < callsAfterwards) await sleep(20);
            await writing.stop();
            expect(new Set(writing.after(noticed))).toEqual(new Set([503]));
            for (const name of of) {
              expect((await fetch(`${platform[`${name}Url`]}/healthz`)).status).toBe(200);
              expect(platform.service(name).lines.join('\n')).toMatch(/not ready: a part fails/);
            }
          } finally {
            await writing.stop();
          }
          await restore(platform);
          expect(await call(platform)).toBe(200);
        },
        flowTimeoutMs,
      );
    }
  }
});
