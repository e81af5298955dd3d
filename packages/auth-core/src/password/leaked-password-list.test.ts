import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LeakedPasswordList } from './leaked-password-list.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaked-'));
});
afterAll(() => rm(folder, { recursive: true }));

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const leaked = Array.from({ length: 300 }, (_, index) => `leaked ${index}`);
/** The counts have different lengths, so the lines have different lengths too. */
const lines = leaked.map((password, index) => `${hashOf(password)}:${10 ** (index % 9)}`).toSorted();

async function listOf(content: string): Promise<LeakedPasswordList> {
  const file = join(folder, 'list.txt');
  await writeFile(file, content);
  return new LeakedPasswordList(file);
}

async function foundIn(list: LeakedPasswordList, passwords: readonly string[]): Promise<number> {
  const found = await Promise.all(passwords.map((password) => list.contains(password)));
  return found.filter(Boolean).length;
}

describe('a list of leaked passwords', () => {
  it.each([
    ['each line ends as on Linux', lines.map((line) => `${line}\n`).join('')],
    ['each line ends as on Windows', lines.map((line) => `${line}\r\n`).join('')],
    ['the last line does not end', lines.join('\n')],
  ])('contains each of its passwords and no other: %s', async (_how, content) => {
    const list = await listOf(content);
    expect(await foundIn(list, leaked)).toBe(300);
    expect(
      await foundIn(
        list,
        Array.from({ length: 300 }, (_, index) => `other ${index}`),
      ),
    ).toBe(0);
  });

  it('contains the only password of a list, and nothing in an empty one', async () => {
    expect(await foundIn(await listOf(`${hashOf('one')}:1`), ['one', 'two'])).toBe(1);
    expect(await foundIn(await listOf(''), ['one'])).toBe(0);
  });

  it('can be a folder of range files', async () => {
    const ranges = join(folder, 'ranges');
    await mkdir(ranges);
    for (const password of ['one', 'two']) {
      const hash = hashOf(password);
      await writeFile(join(ranges, `${hash.slice(0, 5)}.txt`), `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:1\r\n`);
    }
    const list = new LeakedPasswordList(ranges);
    expect(await foundIn(list, ['one', 'two'])).toBe(2);
    await expect(list.contains('three')).rejects.toThrow(/list of leaked passwords .*ranges cannot be used: ENOENT/);
  });

  it.each([
    ['plain passwords', 'password\n123456\n'],
    ['hashes of another kind', `${'ab'.repeat(32)}:1\n`],
    ['hashes without a count', `${hashOf('one')}\n`],
    ['one endless line', 'A'.repeat(100_000)],
  ])('is refused, with the form that it must have: %s', async (_what, content) => {
    const list = await listOf(content);
    await expect(list.contains('one')).rejects.toThrow('its lines must be HASH:COUNT, sorted by the hash');
  });

  it('is refused if it is not there', async () => {
    const list = new LeakedPasswordList(join(folder, 'nowhere'));
    await expect(list.contains('one')).rejects.toThrow(/nowhere cannot be used: ENOENT/);
  });
});
