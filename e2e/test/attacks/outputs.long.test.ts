import { spawn, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aRange } from '@trading-platform/client/testing';
import { type CallerFolder } from '../../src/caller-folder.js';
import { programs } from '../../src/programs.js';
import { seeded } from '../../src/seeded.js';
import { slowPlatform } from '../../src/slow-platform.js';

const recordCount = 300;
const lines = aRange(1, recordCount);
const whole: Readonly<Record<string, string>> = {
  ndjson: `${lines.join('\n')}\n`,
  'ndjson.gz': `${lines.join('\n')}\n`,
  json: `[\n${lines.join(',\n')}\n]\n`,
};

let place: CallerFolder;
let stop: () => Promise<void>;

beforeAll(async () => {
  const { platform, place: made } = await slowPlatform(recordCount, 10);
  place = made;
  stop = async () => {
    await platform.stop();
    await made.remove();
  };
});

afterAll(() => stop());

const master = ['download', 'master', '--credentials', 'caller.json', '--records-per-get', '5'];

async function content(name: string): Promise<string> {
  const bytes = await readFile(place.path(name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** Runs a download with a limit on file sizes, in blocks. */
async function limited(limit: string) {
  const command = `ulimit -f ${limit}; exec "$@"`;
  const words = [process.execPath, programs.tp, ...master, '--out', 'limited.ndjson'];
  const env = { PATH: process.env['PATH'] ?? '', TP_CONFIG_DIR: place.path('config') };
  const child = spawn('bash', ['-c', command, '-', ...words], {
    cwd: place.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, errors: await errors };
}

describe('the file of --out, after repeated kills,', () => {
  it.each(Object.keys(whole))(
    'stays what it was but for its content: .%s',
    async (extension) => {
      const random = seeded(11);
      const folder = `deep-${extension}`;
      const [target, link] = [`${folder}/target.${extension}`, `link.${extension}`];
      await mkdir(place.path(folder));
      await writeFile(place.path(target), 'former');
      await chmod(place.path(target), 0o640);
      await symlink(target, place.path(link));
      const delays = Array.from({ length: 6 }, () => Math.floor(200 + random() * 600));
      const { kills, last } = await place.downloadWithKills(link, master, delays, target);
      expect(kills).toBeGreaterThan(0);
      expect(last).toMatchObject({ code: 0 });
      expect(await content(target)).toBe(whole[extension]);
      expect((await stat(place.path(target))).mode & 0o777).toBe(0o640);
      expect((await lstat(place.path(link))).isSymbolicLink()).toBe(true);
      expect(await readdir(place.path(folder))).toEqual([`target.${extension}`]);
    },
    120_000,
  );

  it('is still a pipe or a device', async () => {
    spawnSync('mkfifo', [place.path('pipe')]);
    const hasDevice = spawnSync('mknod', [place.path('null'), 'c', '1', '3']).status === 0;
    const device = hasDevice ? place.path('null') : '/dev/null';
    for (let round = 0; round < 5; round++) {
      const reader = spawn('cat', [place.path('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
      const read = text(reader.stdout);
      expect((await place.tp(...master, '--out', 'pipe')).code).toBe(0);
      expect(await read).toBe(whole['ndjson']);
      expect((await place.tp(...master, '--out', device)).code).toBe(0);
    }
    expect((await lstat(place.path('pipe'))).isFIFO()).toBe(true);
    expect((await lstat(device)).isCharacterDevice()).toBe(true);
  }, 120_000);

  it('is whole after the disk was full', async () => {
    expect(await limited('16')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('the file would be larger than is allowed here'),
    });
    expect(await limited('unlimited')).toMatchObject({ code: 0 });
    expect(await content('limited.ndjson')).toBe(whole['ndjson']);
  }, 120_000);
});
