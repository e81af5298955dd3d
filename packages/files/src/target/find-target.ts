import { type Stats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FileError, withFile } from '../file-error.js';

/** A plain file that exists or can be created. */
export interface PlainTarget {
  readonly kind: 'file';
  /** The path of the file after all links have been followed. */
  readonly path: string;
  /** Permissions and owner of the existing file. */
  readonly former?: Pick<Stats, 'mode' | 'uid' | 'gid'>;
}

/** A target that cannot be replaced, only written to: a pipe, a device, or an open stream of this process. */
export interface StreamTarget {
  readonly kind: 'stream';
  readonly path: string;
  /** The descriptor, if the target is a stream that this process already has open. */
  readonly descriptor?: number;
}

/** The file or the stream to which a path leads. */
export type Target = PlainTarget | StreamTarget;

const mostLinks = 40;
const namedDescriptors: Readonly<Record<string, number>> = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 };
const numberedDescriptor = /^\/(?:dev|proc\/(?:self|(\d+)))\/fd\/(\d{1,9})$/;

/**
 * Finds the file or the stream to which a path leads. Links are followed, even if the last one leads to a file that
 * does not exist yet.
 *
 * @param path an absolute path
 * @param name the name under which the user knows the target
 * @throws FileError `unusable` for a folder, a socket, or a file whose owner and group this process cannot give to a
 * new file
 */
export function findTarget(path: string, name = path): Promise<Target> {
  return withFile(name, async () => {
    let at = path;
    for (let links = 0; links < mostLinks; links++) {
      const descriptor = descriptorOf(at);
      if (descriptor !== undefined) return { kind: 'stream', path: at, descriptor };
      // oxlint-disable no-await-in-loop -- each link is found through the link before
      const folder = await realpath(dirname(at));
      at = join(folder, basename(at));
      const facts = await lstat(at).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (facts === undefined) return { kind: 'file', path: at };
      if (!facts.isSymbolicLink()) return targetAt(at, name, facts);
      const own = descriptorOf(at);
      if (own !== undefined) return { kind: 'stream', path: at, descriptor: own };
      at = resolve(folder, await readlink(at));
      // oxlint-enable no-await-in-loop
    }
    throw new FileError('unusable', `${name}: its links go round in a circle`, 'correct them');
  });
}

function descriptorOf(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  const [, processId, number] = numberedDescriptor.exec(path) ?? [];
  if (number === undefined) return namedDescriptors[path];
  return processId === undefined || Number(processId) === process.pid ? Number(number) : undefined;
}

function targetAt(path: string, name: string, facts: Stats): Target {
  if (facts.isFile()) {
    const { mode, uid, gid } = facts;
    if (!canKeep(facts)) {
      const what = `${name}: belongs to another user or group, so only root can replace it`;
      throw new FileError('unusable', what, 'remove it, use another name, or run this as its owner');
    }
    return { kind: 'file', path, former: { mode, uid, gid } };
  }
  if (facts.isDirectory()) throw new FileError('unusable', `${name}: is a folder`, 'name a file');
  if (facts.isSocket())
    throw new FileError('unusable', `${name}: is a socket, which takes no file`, 'name a file or a pipe');
  return { kind: 'stream', path };
}

/** Whether this process can give a new file the owner and the group of the existing file. */
function canKeep({ uid, gid }: Stats): boolean {
  const own = process.geteuid?.();
  if (own === undefined || own === 0) return true;
  return uid === own && (gid === process.getegid?.() || process.getgroups?.().includes(gid) === true);
}
