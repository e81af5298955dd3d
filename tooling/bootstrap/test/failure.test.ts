import { describe, expect, it } from '@jest/globals';
import { Failure, failureLine } from '../failure.mjs';

describe('failureLine', () => {
  it.each([
    [new Failure('Port 4000 is taken.'), 'Port 4000 is taken.'],
    [
      Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/x/data', syscall: 'mkdir' }),
      'No permission to write /x/data (EACCES). Give your user write access to this folder.',
    ],
    [
      Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: '/x/data', syscall: 'mkdir' }),
      'No permission to write /x/data (EROFS). Give your user write access to this folder.',
    ],
    [
      Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/x', syscall: 'write' }),
      'The disk is full (/x).',
    ],
    [
      Object.assign(new Error("EEXIST: file already exists, mkdir '/x/data'"), { code: 'EEXIST', syscall: 'mkdir' }),
      "EEXIST: file already exists, mkdir '/x/data'",
    ],
    [new Error('boom'), 'Unexpected error: boom'],
    ['text', 'Unexpected error: text'],
  ])('%#: is one line', (error, line) => {
    expect(failureLine(error)).toBe(line);
  });
});
