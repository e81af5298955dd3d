import fs, { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'trading-platform-tests-';
const gibibyte = 1024 ** 3;
/** A run keeps less than one gibibyte there; the programs need the rest. */
const wanted = { free: 4 * gibibyte, ofMachine: 8 * gibibyte };

/**
 * Makes a folder for the temporary files of a test run: in memory if the machine has plenty, because most of them are
 * databases that live for a second. It removes the folders of killed runs.
 *
 * @param {string} [place] another parent folder
 * @returns {{ path: string, remove: () => void }}
 */
export function makeTemporaryFolder(place = isInMemory() ? memory : tmpdir()) {
  for (const name of readdirSync(place)) if (isLeftBehind(name)) removeIfOurs(join(place, name));
  const path = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  // PostgreSQL, which does not run as root, must enter it.
  chmodSync(path, 0o711);
  return { path, remove: () => remove(path) };
}

/** Whether there is a file system in memory that is large enough, and from which programs can be run. */
function isInMemory() {
  try {
    accessSync(memory, constants.W_OK);
    // Older versions of Node cannot ask for free space or memory.
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= wanted.free && process.availableMemory() >= wanted.ofMachine && runsPrograms();
  } catch {
    return false;
  }
}

/** Containers often mount it with noexec, and then no native module can be loaded from it. */
function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const last = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory);
  return last !== undefined && !(last[3] ?? '').split(',').includes('noexec');
}

/** @param {string} name */
function isLeftBehind(name) {
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
    // Another user's.
  }
}

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true });
