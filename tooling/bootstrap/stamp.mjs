import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A fingerprint of files and folders that is fast to compute: it uses their names, sizes and times of change, but not their
 * contents.
 *
 * @param {Iterable<string>} paths files, or folders whose contents count too; a missing path changes the fingerprint
 * @param {(name: string, path: string) => boolean} [leaveOut] the entries of folders to leave out
 */
export function fingerprint(paths, leaveOut = () => false) {
  const hash = createHash('sha256');
  for (const path of paths) add(path);
  return hash.digest('hex');

  /** @param {string} path */
  function add(path) {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) {
      hash.update(`${path} missing\n`);
    } else if (status.isDirectory()) {
      for (const name of [...readdirSync(path)].sort()) {
        if (!leaveOut(name, join(path, name))) add(join(path, name));
      }
    } else {
      hash.update(`${path} ${status.size} ${status.mtimeMs}\n`);
    }
  }
}

/**
 * Does work only if the fingerprint has changed since the work last succeeded, or if a result of the work is missing.
 *
 * @param {{ stamp: string, current: string, makes?: string[], work: () => Promise<void> }} task
 */
export async function whenChanged({ stamp, current, makes = [], work }) {
  if (readStamp(stamp) === current && makes.every((path) => existsSync(path))) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

/** @param {string} stamp */
function readStamp(stamp) {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
