import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aRange } from '@trading-platform/client/testing';
import { type CallerFolder } from '../../src/caller-folder.js';
import { programs } from '../../src/programs.js';
import { seeded } from '../../src/seeded.js';
import { slowPlatform } from '../../src/slow-platform.js';

const recordCount = 400;
const whole = `${aRange(1, recordCount).join('\n')}\n`;
/** If a process gives no sign of life, its lock expires within this time. */
const longestTakeOverMs = 45_000;

let place: CallerFolder;
let stop: () => Promise<void>;

beforeAll(async () => {
  const { platform, place: made } = await slowPlatform(recordCount, 20);
  place = made;
  stop = async () => {
    await platform.stop();
    await made.remove();
  };
});

afterAll(() => stop());

const args = (out: string) => [
  'download',
  'master',
  '--credentials',
  'caller.json',
  '--out',
  out,
  '--records-per-get',
  '4',
];

/**
 * As in a container, the process has its own host name and its own process numbers, but it shares the folder. Only root
 * can imitate a container. For other users an ordinary process is started.
 */
const container =
  spawnSync('unshare', ['--uts', '--pid', '--fork', 'true']).status === 0
    ? ['unshare', '--uts', '--pid', '--fork', '--kill-child']
    : [];

function start(out: string, host: string) {
  const set = container.length === 0 ? '' : `hostname ${host};`;
  const [program, ...before] = [...container, 'sh', '-c', `${set} exec "$@"`, '-', process.execPath, programs.tp];
  const env = { PATH: process.env['PATH'] ?? '', TP_CONFIG_DIR: place.path('config') };
  const child = spawn(program, [...before, ...args(out)], {
    cwd: place.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, result: async () => ({ code: await ended, errors: await errors }) };
}

/**
 * Sends the signal to the download itself. In a container the download is a child of the process that created the
 * container.
 */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  const own = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim();
  process.kill(Number(own === '' ? child.pid : own), name);
}

async function isUnderWay(out: string): Promise<void> {
  while (!(await readdir(place.folder)).includes(`${out}.part`)) await sleep(20);
}

describe('the lock of a download', () => {
  it.each([1, 4].map((number) => [`killed-${number}.ndjson`, number] as const))(
    'is taken over by the next container after a kill: %s',
    async (out, number) => {
      const first = start(out, 'first');
      await isUnderWay(out);
      await sleep(number * 150);
      signal(first.child, 'SIGKILL');
      await first.ended;
      expect(await start(out, 'second').result()).toMatchObject({ code: 0 });
      expect(await readFile(place.path(out), 'utf8')).toBe(whole);
      expect((await readdir(place.folder)).filter((name) => name.startsWith(`${out}.`))).toEqual([]);
    },
    2 * longestTakeOverMs,
  );

  it.each([1, 2].map((number) => [`asleep-${number}.ndjson`, number] as const))(
    'is lost by one that slept, and it leaves the file alone: %s',
    async (out, number) => {
      const first = start(out, 'first');
      await isUnderWay(out);
      await sleep(number * 130);
      signal(first.child, 'SIGSTOP');
      const second = start(out, 'second');
      await sleep(32_000 + number * 400);
      signal(first.child, 'SIGCONT');
      const [one, other] = await Promise.all([first.result(), second.result()]);
      expect(other).toMatchObject({ code: 0 });
      expect(one).toMatchObject({ code: 1, errors: expect.stringContaining('another process has taken it over') });
      expect(await readFile(place.path(out), 'utf8')).toBe(whole);
      expect((await readdir(place.folder)).filter((name) => name.startsWith(`${out}.`))).toEqual([]);
    },
    2 * longestTakeOverMs,
  );

  it('admits one of many processes at a time, whatever is killed', async () => {
    const out = 'many.ndjson';
    const random = seeded(7);
    const refusals: string[] = [];
    const worker = async () => {
      for (let round = 0; round < 6; round++) {
        const { child, ended: result } = place.start(args(out));
        const timer = setTimeout(() => child.kill('SIGKILL'), 200 + random() * 3_000);
        const { code, errors } = await result;
        clearTimeout(timer);
        if (code !== null && code !== 0) refusals.push(errors);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    const others = /^tp: (?:Process \d+ on \S+ writes|many\.ndjson has a download)/m;
    expect(refusals.filter((errors) => !others.test(errors))).toEqual([]);
    expect((await place.tp(...args(out))).code).toBe(0);
    expect(await readFile(place.path(out), 'utf8')).toBe(whole);
  }, 300_000);
});
