import { isNativeError } from 'node:util/types';

/**
 * - `unusable`: the system refuses, or what stands under the name is no file that can be used so
 * - `not-text`: its bytes are no text in an encoding that is read
 * - `too-long`: it is longer than what it is for can be
 * - `lock-held`: another process works on it now
 * - `lock-lost`: another process has taken over, as this one gave no sign of life
 */
export type FileErrorCode = 'unusable' | 'not-text' | 'too-long' | 'lock-held' | 'lock-lost';

/** A file cannot be used as it was meant. The message is one sentence with the file's name that says what to do. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;
  /** What is wrong, with the name of the file. */
  readonly reason: string;
  /** What helps. */
  readonly advice: string;

  constructor(code: FileErrorCode, reason: string, advice: string, options?: ErrorOptions) {
    super(`${reason}: ${advice}`, options);
    this.code = code;
    this.reason = reason;
    this.advice = advice;
  }
}

/** What the system's codes mean for a person, and what helps. */
const reasons: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  EACCES: ['no permission', 'ask its owner, or use another place'],
  EBUSY: ['is in use, as a file that is mounted alone is', 'mount its folder, or use another place'],
  EDQUOT: ['your share of the disk is used up', 'remove something, or use another disk'],
  EEXIST: ['is there already', 'remove it, or use another name'],
  EFBIG: ['the file would be larger than is allowed here', 'raise the limit (ulimit -f), or use another disk'],
  EINVAL: ['the system cannot do that with this file', 'use another place'],
  EIO: ['the disk does not work as it should', 'check it, and use another one'],
  EISDIR: ['is a folder', 'name a file'],
  ELOOP: ['its links go round in a circle', 'correct them'],
  EMFILE: ['too many files are open in this process', 'raise the limit (ulimit -n)'],
  EMLINK: ['has too many links', 'use another place'],
  ENAMETOOLONG: ['the name is too long', 'use a shorter one'],
  ENFILE: ['too many files are open on this machine', 'end other programs'],
  ENODEV: ['there is no such device', 'use another place'],
  ENOENT: ['there is no such file or folder', 'check the name'],
  ENOSPC: ['the disk is full', 'make room, or use another disk'],
  ENOTDIR: ['there is no such folder, as a part of the path is a file', 'check the name'],
  ENOTEMPTY: ['the folder is not empty', 'use another one'],
  ENOTSUP: ['the disk cannot do that', 'use another one'],
  ENXIO: ['nobody is at the other end', 'start what reads or writes it first'],
  EOPNOTSUPP: ['the disk cannot do that', 'use another one'],
  EPERM: ['the system does not allow that', 'ask its owner, or use another place'],
  EROFS: ['the disk is read-only', 'use another one'],
  ESTALE: ['the folder is no longer there for this machine', 'mount it again'],
  ETXTBSY: ['is a program that runs', 'use another name'],
  EXDEV: ['is on another disk than its folder', 'use another place'],
};

/** Calls of the system that are not about files, though some of their errors have the same codes. */
const otherCalls = /^(?:accept|bind|connect|getaddrinfo|kill|listen|query|recv|send|shutdown|spawn|uv_)/;

/**
 * What an error of the system says about a file, as one sentence: its name, what is wrong, and what helps. Any other error is answered as
 * it is.
 *
 * @param name what the person calls the file. Default: the path that the error names
 * @example
 * await readFile(path).catch((error) => { throw fileFailure(error, path); });
 */
export function fileFailure(error: unknown, name?: string): unknown {
  if (!isNativeError(error)) return error;
  const { code = '', syscall, path }: NodeJS.ErrnoException = error;
  const known = reasons[code];
  if (known === undefined || syscall === undefined || otherCalls.test(syscall)) {
    return error;
  }
  const file = name ?? path;
  const [reason, advice] = known;
  return new FileError('unusable', file === undefined ? reason : `${file}: ${reason}`, advice, { cause: error });
}

/** Does something with a file; a failure of the system says in a sentence what is wrong with it. */
export async function withFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(error, name);
  }
}
