import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { FileError, fileFailure, withFile } from './file-error.js';

describe('a failure of the system', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['ENOENT', () => readFile('/no/such/file'), 'x: there is no such file or folder: '],
    ['EISDIR', () => readFile('/tmp'), 'x: is a folder: name a file'],
    ['ENOTDIR', () => mkdir('/etc/passwd/folder'), 'x: there is no such folder, '],
    ['ENOSPC', () => writeFile('/dev/full', 'text'), 'x: the disk is full: '],
    ['ENAMETOOLONG', () => open(`/tmp/${'x'.repeat(300)}`), 'x: the name is too long: '],
  ])('%s is a sentence with the name and what helps', async (code, work, message) => {
    await expect(withFile('x', work)).rejects.toMatchObject({
      name: 'FileError',
      message: expect.stringContaining(message),
      cause: { code },
    });
  });

  it.each(['EMFILE', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EDQUOT', 'EBUSY', 'EIO'])('%s is known', (code) => {
    const error = Object.assign(new Error(`${code}: raw, open`), { code, syscall: 'open', path: '/x/y' });
    expect(fileFailure(error)).toMatchObject({ message: expect.stringMatching(/^\/x\/y: [^A-Z]+/) });
  });

  it('is left as it is if it does not concern a file', () => {
    const others = [
      new Error('other'),
      Object.assign(new Error('taken'), { code: 'EACCES', syscall: 'listen' }),
      Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'spawn x' }),
      new FileError('unusable', 'reason', 'advice'),
      undefined,
    ];
    for (const error of others) expect(fileFailure(error)).toBe(error);
  });
});
