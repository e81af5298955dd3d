import fs, { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gibibyte = 1024 ** 3;
/** A test run keeps less than one gibibyte of files in memory. The programs need the rest of the memory. */
const wanted = { free: 4 * gibibyte, ofMachine: 8 * gibibyte };

/**
 * The parent folder for the temporary files of a test run. It is in memory if the machine has enough, because most of these
 * files are databases that exist for only a second.
 */
export const placeForTests = () => (isInMemory() ? memory : tmpdir());

/**
 * Makes a folder for the temporary files of this process. The function also removes the folders of killed processes.
 *
 * @param {string} prefix the beginning of the names of all these folders
 * @param {string} [place] the parent folder
 * @returns {{ path: string, remove: () => void }}
 */
export function makeTemporaryFolder(prefix, place = tmpdir()) {
  for (const name of readdirSync(place)) if (isLeftBehind(name, prefix)) removeIfOurs(join(place, name));
  const path = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  // PostgreSQL must be able to enter this folder, and it does not run as root.
  chmodSync(path, 0o711);
  return { path, remove: () => remove(path) };
}

/** Whether the machine has a file system in memory that is large enough and allows running programs. */
function isInMemory() {
  try {
    accessSync(memory, constants.W_OK);
    // In older versions of Node these calls do not exist, so an error is thrown here.
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= wanted.free && process.availableMemory() >= wanted.ofMachine && runsPrograms();
  } catch {
    return false;
  }
}

/** Containers often mount this file system with noexec, and then no native module can be loaded from there. */
function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const last = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory);
  return last !== undefined && !(last[3] ?? '').split(',').includes('noexec');
}

/**
 * @param {string} name
 * @param {string} prefix
 */
function isLeftBehind(name, prefix) {
  const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
  if (Number.isNaN(owner)) return false;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} path */
function removeIfOurs(path) {
  try {
    remove(path);
  } catch {
    // The folder belongs to another user.
  }
}

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true });
