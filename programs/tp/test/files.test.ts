import { spawn, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { aRange, type FakePlatform } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace, withCredentials } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;
let url: string;

eachWithPlatform((scene) => {
  ({ platform, url, workplace } = scene);
});

const master = (out: string, ...more: string[]) => ['download', 'master', ...withCredentials, '--out', out, ...more];
const wholeFile = `${aRange(1, 10).join('\n')}\n`;

describe('the file behind --out', () => {
  it('keeps its permissions, and is replaced where a link leads', async () => {
    await mkdir(workplace.path('deep'));
    await workplace.write('deep/target.ndjson', 'former\n');
    await chmod(workplace.path('deep/target.ndjson'), 0o640);
    await symlink('deep/target.ndjson', workplace.path('out.ndjson'));
    expect(await workplace.tp(master('out.ndjson'))).toMatchObject({ code: 0, stderr: '' });
    expect(await workplace.read('deep/target.ndjson')).toBe(wholeFile);
    expect((await stat(workplace.path('deep/target.ndjson'))).mode & 0o777).toBe(0o640);
    expect((await lstat(workplace.path('out.ndjson'))).isSymbolicLink()).toBe(true);
    expect(await readdir(workplace.path('deep'))).toEqual(['target.ndjson']);
  });

  it.each(['pipe.ndjson', 'pipe.ndjson.gz'])('may be %s, which is written into and stays', async (name) => {
    spawnSync('mkfifo', [workplace.path(name)]);
    const reader = spawn('cat', [workplace.path(name)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const read = new Promise((resolve) => reader.once('close', resolve));
    expect(await workplace.tp(master(name))).toEqual({
      code: 0,
      stdout: `10 records of batch 7 were written into ${name}\n`,
      stderr: '',
    });
    await read;
    const bytes = Buffer.concat(chunks);
    expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()).toBe(wholeFile);
    expect((await lstat(workplace.path(name))).isFIFO()).toBe(true);
    expect((await readdir(workplace.folder)).toSorted()).toEqual(['caller.json', name]);
  });

  it('may be a device, which stays one', async () => {
    const own = spawnSync('mknod', [workplace.path('null'), 'c', '1', '3']).status === 0;
    const device = own ? workplace.path('null') : '/dev/null';
    expect(await workplace.tp(master(device))).toMatchObject({ code: 0 });
    expect((await lstat(device)).isCharacterDevice()).toBe(true);
  });

  it('may be standard output by its name', async () => {
    expect(await workplace.tp(master('/dev/stdout'))).toEqual({ code: 0, stdout: wholeFile, stderr: '' });
  });

  it('begins anew in a pipe, and says where the rest is', async () => {
    spawnSync('mkfifo', [workplace.path('pipe')]);
    const reader = spawn('cat', [workplace.path('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const read = text(reader.stdout);
    platform.recordCount = 40;
    let gets = 0;
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/get') || ++gets < 3) return false;
      response.writeHead(400).end();
      return true;
    });
    // A process of its own closes the pipe at its end.
    const ofItsOwn = { onStart: () => undefined };
    const { code, stderr } = await workplace.tp(master('pipe', '--records-per-get', '10'), ofItsOwn);
    expect(code).not.toBe(0);
    const records = (await read).split('\n').length - 1;
    expect(stderr).toContain(`${records} records were written. The rest: --batch-id 7 --seq-from ${records + 1}\n`);
  });

  it.each([
    [['folder'], 2, /^tp: folder: is a folder: name a file\n$/],
    [['none/x.ndjson'], 2, /^tp: none\/x\.ndjson: there is no such file or folder: check the name\n$/],
    [['caller.json/x.ndjson'], 2, /^tp: caller\.json\/x\.ndjson: there is no such folder, /],
    [['circle'], 2, /^tp: circle: its links go round in a circle: correct them\n$/],
    [['/dev/full'], 2, /tp: \/dev\/full: the disk is full: make room, or use another disk\n$/],
    [['pipe', '--format', 'parquet', '--table', 'catalog'], 2, /^tp: A Parquet file cannot go into a pipe or a device/],
  ])('is refused in a sentence: %j', async ([out = '', ...more], code, message) => {
    await mkdir(workplace.path('folder'));
    await symlink('circle', workplace.path('circle'));
    spawnSync('mkfifo', [workplace.path('pipe')]);
    const result = await workplace.tp(master(out, ...more));
    expect(result).toMatchObject({
      code,
      stderr: expect.stringMatching(message),
    });
  });
});

describe('tp download | head', () => {
  it('ends without a word, and not with success', async () => {
    platform.recordCount = 20_000;
    const end = await workplace.tp(['download', 'master', ...withCredentials], {
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(end).toMatchObject({ code: 1, stderr: '' });
  });
});

/** Runs a shell that sets the limit and then starts the command. */
async function limited(limit: string, args: readonly string[]) {
  const command = `ulimit ${limit}; exec "$@"`;
  const env = { PATH: process.env['PATH'] ?? '', TP_CONFIG_DIR: workplace.path('config') };
  const child = spawn('bash', ['-c', command, '-', process.execPath, workplace.script, ...args], {
    cwd: workplace.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, stderr: await said };
}

describe('limits of the system', () => {
  it('are named with the file and what helps', async () => {
    platform.recordCount = 1_000;
    expect(await limited('-f 8', master('large.ndjson'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/tp: \S*large\.ndjson\.part: the file would be larger than is allowed here: raise/),
    });
  });

  it.each([
    ['caller.json/config', /^tp: \S*config\S*: there is no such folder, [^\n]*\n$/],
    // These folders allow only the kernel to make entries.
    ['/proc/nobody/config', /^tp: \/proc\/nobody\/config: there is no such file or folder: [^\n]*TP_CONFIG_DIR\n$/],
  ])('of a place that cannot be written are known before anybody signs in: %s', async (folder, message) => {
    const env = { TP_CONFIG_DIR: folder };
    expect(await workplace.tp(['login', ...withCredentials], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
    expect(platform.calls).toEqual([]);
  });
});

/** The encodings that editors, PowerShell and Excel write. */
const asWindowsWrites: Readonly<Record<string, (content: string) => Buffer>> = {
  'UTF-8 with a mark': (content) => Buffer.from(`\ufeff${content}\r\n`),
  'UTF-16 little end first': (content) => Buffer.from(`\ufeff${content}\r\n`, 'utf16le'),
  'UTF-16 big end first': (content) => Buffer.from(`\ufeff${content}\r\n`, 'utf16le').swap16(),
};

describe('files that a person has made', () => {
  it.each(Object.entries(asWindowsWrites))('are read as %s', async (_encoding, encode) => {
    const write = (name: string, content: unknown) =>
      writeFile(workplace.path(name), encode(typeof content === 'string' ? content : JSON.stringify(content)));
    const account = { auth_url: url, api_url: url, client_id: 'erp', client_secret: 'secret', user_id: 'tanaka' };
    await write('windows.json', { ...account, user_password: 'correct horse' });
    await write('no-password.json', account);
    await write('filter.json', { food_cat_large_code: '10' });
    await write('password.txt', 'correct horse');
    await write('prices.json', { item: [] });
    const called = ['--credentials', 'windows.json'];
    const plain = await workplace.tp(['download', 'master', ...called, '--filter', 'filter.json']);
    expect(plain).toMatchObject({ code: 0, stdout: wholeFile });
    expect(platform.callsTo('/request')[0]?.body).toEqual({ food_cat_large_code: '10' });
    const login = ['login', '--credentials', 'no-password.json'];
    expect(await workplace.tp([...login, '--password-file', 'password.txt'])).toMatchObject({ code: 0 });
    expect((await workplace.tp(['fc-price', ...called, '--file', 'none.json'])).stderr).toBe(
      'tp: none.json: there is no such file or folder: check the name\n',
    );
    await write('none.json', { order_list: 'none' });
    expect((await workplace.tp(['fc-price', ...called, '--file', 'none.json'])).stderr).toBe(
      'tp: none.json: has no list named item\n',
    );
    expect((await workplace.tp(['order', 'upload', 'none.json', ...called])).stderr).toBe(
      'tp: none.json: There is no list of orders (order_list) in it.\n',
    );
    await rename(workplace.path('config/profiles.json'), workplace.path('profiles.json'));
    await write('config/profiles.json', await workplace.read('profiles.json'));
    expect(await workplace.tp(['profiles'])).toMatchObject({ code: 0, stdout: expect.stringContaining('tanaka') });
  });

  it('are named where they are no text', async () => {
    await writeFile(workplace.path('sjis.json'), Buffer.from([0x7b, 0x22, 0x93, 0x8c, 0x22, 0x7d]));
    for (const args of [
      ['download', 'master', '--credentials', 'sjis.json'],
      ['download', 'master', ...withCredentials, '--filter', 'sjis.json'],
      ['fc-price', ...withCredentials, '--file', 'sjis.json'],
    ]) {
      expect(await workplace.tp(args)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'tp: sjis.json: at byte offset 2, 0x93 is not UTF-8: write the file as UTF-8, or as UTF-16 with a byte order mark\n',
      });
    }
  });
});

describe('the lock of a download', () => {
  it('of a container that is gone is taken over', async () => {
    const lock = workplace.path('master.ndjson.lock');
    const holder = `${lock}/0123456789ab.3.1.1.ffffffffffff.gone-container`;
    await mkdir(lock);
    await writeFile(holder, '.');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(holder, longAgo, longAgo);
    expect(await workplace.tp(master('master.ndjson'))).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(workplace.path('master.ndjson'), 'utf8')).toBe(wholeFile);
    expect((await readdir(workplace.folder)).toSorted()).toEqual(['caller.json', 'master.ndjson']);
  });
});
