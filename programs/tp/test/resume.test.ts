import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { aRange, type FakePlatform, refusal, send } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace, withCredentials } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;

eachWithPlatform((scene) => {
  ({ platform, workplace } = scene);
  platform.recordCount = 40;
  platform.states = [];
});

const master = (out: string, ...more: string[]) => [
  'download',
  'master',
  ...withCredentials,
  '--out',
  out,
  '--records-per-get',
  '4',
  ...more,
];

const wholeFile = `${aRange(1, 40).join('\n')}\n`;

/** Runs a command that receives a signal when its get call with this number begins. */
function interruptedAt(gets: number, signal: NodeJS.Signals, args: readonly string[]) {
  let child: ChildProcess | undefined;
  let seen = 0;
  platform.disturbances.push(({ path }) => {
    if (path.endsWith('/get') && ++seen === gets) child?.kill(signal);
    return seen === gets;
  });
  return workplace.tp(args, {
    onStart: (started) => {
      child = started;
    },
  });
}

/** Runs a command that fails at its get call with this number. It leaves the same files as an interrupted command. */
function failedAt(gets: number, args: readonly string[]) {
  let seen = 0;
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith('/get') || ++seen !== gets) return false;
    send(response, 400, refusal('E000002', 'seq_to', 'No.'));
    return true;
  });
  return workplace.tp(args);
}

const firstGets = () => platform.callsTo('/get').map(({ body }) => Number(body['seq_from']));

describe('a download to a file that Ctrl-C has interrupted', () => {
  it('says what to type, keeps no half file under its name, and goes on where it was', async () => {
    const first = await interruptedAt(6, 'SIGINT', master('master.ndjson'));
    expect(first).toMatchObject({ code: 130, stdout: '' });
    expect(first.stderr).toMatch(
      /^(\d+) of 40 records are safe in master\.ndjson\.part\. To go on there, type the same again:\n\n {2}tp download master --credentials caller\.json --out master\.ndjson --records-per-get 4\n\ntp: interrupted\n$/,
    );
    const safe = Number(/^\d+/.exec(first.stderr)?.[0]);
    expect(safe).toBeGreaterThan(0);
    expect(existsSync(workplace.path('master.ndjson'))).toBe(false);
    platform.calls.length = 0;
    const second = await workplace.tp(master('master.ndjson'));
    expect(second).toEqual({
      code: 0,
      stdout: `40 records of batch 7 are in master.ndjson, of which ${safe} were there from before\n`,
      stderr: `Resuming after record ${safe} of batch 7\n`,
    });
    expect(platform.callsTo('/request')).toEqual([]);
    expect(Math.min(...firstGets())).toBe(safe + 1);
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
    expect((await readdir(workplace.folder)).toSorted()).toEqual(['caller.json', 'master.ndjson']);
  });

  it('is a whole file afterwards too where there is no record', async () => {
    platform.recordCount = 0;
    let child: ChildProcess | undefined;
    platform.disturbances.push(({ path }) => path.endsWith('/check') && child?.kill('SIGKILL') === true);
    const onStart = (started: ChildProcess) => {
      child = started;
    };
    expect(await workplace.tp(master('e.ndjson.gz'), { onStart })).toMatchObject({ code: null });
    platform.disturbances.length = 0;
    expect(await workplace.tp(master('e.ndjson.gz'))).toMatchObject({ code: 0, stderr: '' });
    const bytes = await readFile(workplace.path('e.ndjson.gz'));
    expect([bytes.length > 0, gunzipSync(bytes).length]).toEqual([true, 0]);
  });

  it('takes up its batch that was still being made, and leaves it to the platform', async () => {
    platform.states = Array<string>(1_000).fill('2');
    let child: ChildProcess | undefined;
    let isInterrupted = false;
    platform.disturbances.push(({ path }) => {
      // The signal is sent only once, because a second signal would end the process immediately.
      if (path.endsWith('/check') && !isInterrupted) isInterrupted = child?.kill('SIGINT') === true;
      return false;
    });
    const first = await workplace.tp(master('master.ndjson'), {
      onStart: (started) => {
        child = started;
      },
    });
    expect(first).toMatchObject({ code: 130, stderr: expect.stringContaining('0 records are safe') });
    expect(platform.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    platform.disturbances.length = 0;
    platform.states = [];
    platform.calls.length = 0;
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0 });
    expect(platform.callsTo('/request')).toEqual([]);
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });
});

describe('a download to a file that was killed', () => {
  it.each(['master.ndjson', 'master.ndjson.gz', 'master.json'])('goes on in %s', async (name) => {
    await interruptedAt(5, 'SIGKILL', master(name));
    expect(await workplace.tp(master(name))).toMatchObject({ code: 0 });
    const text = name.endsWith('.gz')
      ? gunzipSync(await readFile(workplace.path(name))).toString()
      : await workplace.read(name);
    expect(text).toBe(name === 'master.json' ? `[\n${aRange(1, 40).join(',\n')}\n]\n` : wholeFile);
  });

  it('cuts off what was not safe', async () => {
    expect(await failedAt(6, master('master.ndjson'))).toMatchObject({ code: 1 });
    await appendFile(workplace.path('master.ndjson.part'), '{"half a rec');
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0 });
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });

  it('begins at the first record where its part file is gone', async () => {
    expect(await failedAt(6, master('master.ndjson'))).toMatchObject({ code: 1 });
    await rm(workplace.path('master.ndjson.part'));
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0 });
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });
});

describe('what cannot be gone on with', () => {
  it('is said, and begun anew, where the batch has expired', async () => {
    expect(await failedAt(6, master('master.ndjson'))).toMatchObject({ code: 1 });
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/check')) return false;
      send(response, 400, refusal('E000009', 'batch_id', 'It has expired.'));
      return true;
    });
    const again = await workplace.tp(master('master.ndjson'));
    expect(again).toMatchObject({
      code: 0,
      stdout: '40 records of batch 8 are in master.ndjson\n',
      stderr: expect.stringMatching(/Batch 7 is no longer there \([^\n]*It has expired\.[^\n]*\): beginning anew\n/),
    });
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });

  it('is left alone where it belongs to another command, unless that is forced', async () => {
    expect(await failedAt(6, master('master.ndjson'))).toMatchObject({ code: 1 });
    const other = master('master.ndjson', '--food-cat-large-code', '10');
    expect(await workplace.tp(other)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'tp: master.ndjson has an unfinished download of another command: type that command again, or this one with --force\n',
    });
    expect(await workplace.tp([...other, '--force'])).toMatchObject({ code: 0 });
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });
});

describe('two processes that write one file', () => {
  it('are kept apart', async () => {
    let inner: Promise<{ code: number | null; stderr: string }> | undefined;
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/get')) return false;
      inner = workplace.tp(master('master.ndjson'));
      void inner.then(() => response.destroy());
      return true;
    });
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0 });
    expect(await inner).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tp: Process \d+ on .* writes master\.ndjson now/),
    });
    expect(await workplace.read('master.ndjson')).toBe(wholeFile);
  });

  it('take over the lock of one that died', async () => {
    await interruptedAt(3, 'SIGKILL', master('master.ndjson'));
    expect((await stat(workplace.path('master.ndjson.lock'))).size).toBeGreaterThan(0);
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0 });
    expect(existsSync(workplace.path('master.ndjson.lock'))).toBe(false);
  });
});

describe('standard output', () => {
  it('says how to get the rest when it is interrupted', async () => {
    const result = await interruptedAt(6, 'SIGINT', master('-'));
    expect(result.code).toBe(130);
    const [, next] = /--batch-id 7 --seq-from (\d+)\n/.exec(result.stderr) ?? [];
    const rest = await workplace.tp(master('-', '--batch-id', '7', '--seq-from', next ?? ''));
    expect(result.stdout + rest.stdout).toBe(wholeFile);
  });
});
