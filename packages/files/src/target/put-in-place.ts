import { constants, copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PlainTarget } from './find-target.js';

const permissions = 0o7777;

/**
 * Replaces a file by a new file that is completely on the disk. At every moment, either the old or the new file exists.
 * The new file gets the owner of the old file.
 *
 * @param mode the permissions of the new file. Default: the permissions of the old file
 */
export async function putInPlace(whole: string, { path, former }: PlainTarget, mode?: number): Promise<void> {
  await asBefore(whole, former, mode);
  try {
    await rename(whole, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await moveToOtherDisk(whole, path, (each) => asBefore(each, former, mode));
  }
  await flushFolder(dirname(path));
}

async function asBefore(path: string, former: PlainTarget['former'], mode?: number): Promise<void> {
  const wanted = mode ?? (former === undefined ? undefined : former.mode & permissions);
  if (former === undefined && wanted === undefined) return;
  const file = await open(path, 'r+');
  try {
    if (former !== undefined && process.platform !== 'win32') {
      const { uid, gid } = await file.stat();
      if (uid !== former.uid || gid !== former.gid) await file.chown(former.uid, former.gid);
    }
    // The permissions are set after `chown`, because `chown` clears special permission bits.
    if (wanted !== undefined) await file.chmod(wanted);
  } finally {
    await file.close();
  }
}

/**
 * Moves a file to another disk, because a file cannot be renamed across disks. The path that the user gave may be a
 * link to another disk.
 */
async function moveToOtherDisk(whole: string, path: string, prepare: (path: string) => Promise<void>): Promise<void> {
  const beside = `${path}.part`;
  try {
    await copyFile(whole, beside, constants.COPYFILE_FICLONE);
    await prepare(beside);
    await flushFile(beside);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await rm(whole);
}

/** Returns when the content of a file is on the disk. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns when the names in a folder are on the disk. Without this call, a new name can be lost in a crash. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
