import { constants, copyFile, realpath, rename } from 'node:fs/promises';
import { FileLock } from '@trading-platform/files';
import { fileError, remark } from '@trading-platform/terminal';

/**
 * A lock on files that only one process may write. Call `check` before each step that two processes must not do at the
 * same time.
 */
export type Held = Pick<FileLock, 'check'>;

/** The lock of a caller that only reads. */
export const notHeld: Held = { check: async () => undefined };

/**
 * The suffix of the file into which the next state is written. All processes can use the same name, because only one
 * process holds the lock of the state.
 */
export const stateBeside = '.next';

/**
 * Locks a file against other processes.
 *
 * @param target absolute
 * @param name the name that the user typed
 * @throws CliError `refused` if another process writes the file, `input` if its folder cannot be written
 */
export async function lockTarget(target: string, name: string): Promise<FileLock> {
  // A process that reaches the file through a link must lock the same file.
  const path = await realpath(target).catch(() => target);
  return FileLock.take(`${path}.lock`, { name, onWait: remark }).catch((error: unknown) => {
    throw fileError(name, error);
  });
}

/**
 * Replaces the file by a copy. If the former process was only asleep and still finishes a write, it writes into the old
 * file, which nobody reads.
 */
export async function leaveToFormer(path: string): Promise<void> {
  const own = `${path}.own`;
  try {
    await copyFile(path, own, constants.COPYFILE_FICLONE);
    await rename(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
