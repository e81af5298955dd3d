import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findTarget } from './find-target.js';
import { replaceFile } from './replace-file.js';

const isRoot = process.getuid?.() === 0;
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-file-'));
  path = join(folder, 'file');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function full(): Promise<never> {
  return Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }));
}

describe('replaceFile', () => {
  it('makes a file, and leaves nothing beside it', async () => {
    await replaceFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('keeps the permissions and the owner of a plain file', async () => {
    await writeFile(path, 'old');
    await chmod(path, 0o641);
    if (isRoot) await chown(path, 1_234, 2_345);
    const { uid, gid, ino } = await stat(path);
    await replaceFile(path, 'new');
    expect(await stat(path)).toMatchObject({ mode: 0o100641, uid, gid });
    expect((await stat(path)).ino).not.toBe(ino);
    await replaceFile(path, 'secret', { mode: 0o600 });
    expect(await stat(path)).toMatchObject({ mode: 0o100600, uid, gid });
  });

  it.each(['absolute', 'relative', 'of a link', 'to nothing yet'])('follows a link that is %s', async (kind) => {
    await mkdir(join(folder, 'deep'));
    const target = join(folder, 'deep', 'target');
    if (kind !== 'to nothing yet') await writeFile(target, 'old');
    await symlink(kind === 'relative' ? 'deep/target' : target, join(folder, 'link'));
    if (kind === 'of a link') await symlink('link', path);
    else await symlink('link', path);
    await replaceFile(path, 'new');
    expect(await readFile(target, 'utf8')).toBe('new');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readdir(join(folder, 'deep'))).toEqual(['target']);
  });

  it('writes into a pipe, which stays', async () => {
    spawnSync('mkfifo', [path]);
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [read] = await Promise.all([text(reader.stdout), replaceFile(path, 'new'.repeat(100_000))]);
    expect(read).toBe('new'.repeat(100_000));
    expect((await lstat(path)).isFIFO()).toBe(true);
  });

  it('writes into a device, which stays', async () => {
    // If the test runs as root, it makes a device of its own, because root could damage `/dev/null`. Other users write
    // to `/dev/null`.
    const device = spawnSync('mknod', [path, 'c', '1', '3']).status === 0 ? path : '/dev/null';
    await replaceFile(device, 'new');
    expect((await lstat(device)).isCharacterDevice()).toBe(true);
  });

  it('refuses a folder, a socket and links in a circle in a sentence', async () => {
    const server = createServer().unref();
    const socket = join(folder, 'socket');
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    await symlink('circle', join(folder, 'circle'));
    const refusal = (name: string) =>
      replaceFile(join(folder, name), 'new', { name }).then(String, (error: Error) => error.message);
    expect(await replaceFile(folder, 'new', { name: 'out' }).catch((error: Error) => error.message)).toBe(
      'out: is a folder: name a file',
    );
    expect(await refusal('socket')).toBe('socket: is a socket, which takes no file: name a file or a pipe');
    expect(await refusal('circle')).toBe('circle: its links go round in a circle: correct them');
    expect(await refusal('no/such/folder')).toMatch(/^no\/such\/folder: there is no such file or folder: /);
  });

  it('keeps the old content if the disk is full, and says so', async () => {
    await writeFile(path, 'old');
    await expect(replaceFile(path, 'new', { name: 'out', before: full })).rejects.toThrow(
      'out: the disk is full: make room, or use another disk',
    );
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['file']);
  });
});

describe('findTarget', () => {
  it.each([
    ['/dev/stdout', 1],
    ['/dev/stderr', 2],
    ['/dev/fd/7', 7],
    ['/proc/self/fd/1', 1],
  ])('knows %s as open already', async (name, descriptor) => {
    expect(await findTarget(name)).toMatchObject({ kind: 'stream', descriptor });
    await symlink(name, path);
    expect(await findTarget(path)).toMatchObject({ kind: 'stream', descriptor });
  });
});
