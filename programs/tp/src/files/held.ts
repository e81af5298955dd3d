import { constants, copyFile, realpath, rename } from 'node:fs/promises';
import { FileLock } from '@trading-platform/files';
import { fileError, remark } from '@trading-platform/terminal';

/** What only one process may write. To be checked before each step that others must not do at the same time. */
export type Held = Pick<FileLock, 'check'>;

/** Where nothing is written. */
export const notHeld: Held = { check: async () => undefined };

/** What is put behind the name of a state file for the next state: one at a time, as its lock is held. */
export const stateBeside = '.next';

/**
 * Keeps other processes from writing a file.
 *
 * @param target absolute
 * @param name what the person calls it
 * @throws CliError `refused` if another process writes it, `input` if its folder cannot be written
 */
export async function lockTarget(target: string, name: string): Promise<FileLock> {
  // Whoever comes by a link locks the same file.
  const path = await realpath(target).catch(() => target);
  return FileLock.take(`${path}.lock`, { name, onWait: remark }).catch((error: unknown) => {
    throw fileError(name, error);
  });
}

/** A process that slept may end a write that it has begun: that goes into the file that was, which nobody reads any more. */
export async function leaveToFormer(path: string): Promise<void> {
  const own = `${path}.own`;
  try {
    await copyFile(path, own, constants.COPYFILE_FICLONE);
    await rename(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
