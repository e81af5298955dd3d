import { isNativeError } from 'node:util/types';

/**
 * Why a file cannot be used:
 *
 * - `unusable`: the system refuses, or the file is of the wrong kind
 * - `not-text`: the bytes of the file are not text in a supported encoding
 * - `too-long`: the file is longer than its purpose allows
 * - `lock-held`: another process holds the lock
 * - `lock-lost`: another process has taken the lock over, because this process gave no sign of life
 */
export type FileErrorCode = 'unusable' | 'not-text' | 'too-long' | 'lock-held' | 'lock-lost';

/** Thrown if a file cannot be used. The message is one sentence with the file's name and the remedy. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;
  /** The problem, with the name of the file. */
  readonly reason: string;
  /** The remedy. */
  readonly advice: string;

  constructor(code: FileErrorCode, reason: string, advice: string, options?: ErrorOptions) {
    super(`${reason}: ${advice}`, options);
    this.code = code;
    this.reason = reason;
    this.advice = advice;
  }
}

/** The problem and the remedy, in words for people, for each error code of the system. */
const reasons: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  EACCES: ['no permission', 'ask its owner, or use another place'],
  EBUSY: ['is in use, for example because this single file is a mount point', 'mount its folder, or use another place'],
  EDQUOT: ['your disk quota is used up', 'remove something, or use another disk'],
  EEXIST: ['is there already', 'remove it, or use another name'],
  EFBIG: ['the file would be larger than is allowed here', 'raise the limit (ulimit -f), or use another disk'],
  EINVAL: ['the system cannot do that with this file', 'use another place'],
  EIO: ['the disk has a fault', 'check it, and use another one'],
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
  ENXIO: ['no process is at the other end', 'start the process that reads or writes it first'],
  EOPNOTSUPP: ['the disk cannot do that', 'use another one'],
  EPERM: ['the system does not allow that', 'ask its owner, or use another place'],
  EROFS: ['the disk is read-only', 'use another one'],
  ESTALE: ['this machine can no longer reach the folder', 'mount it again'],
  ETXTBSY: ['is a running program', 'use another name'],
  EXDEV: ['is on another disk than its folder', 'use another place'],
};

/** System calls that do not concern files, although they can fail with the same error codes. */
const otherCalls = /^(?:accept|bind|connect|getaddrinfo|kill|listen|query|recv|send|shutdown|spawn|uv_)/;

/**
 * Describes a system error about a file in one sentence: the file's name, the problem and the remedy. Returns any other
 * error unchanged.
 *
 * @param name the name under which the user knows the file. Default: the path in the error
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

/**
 * Runs work that uses a file. If the system refuses the work, the message of the error is one sentence about the file.
 */
export async function withFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(error, name);
  }
}
