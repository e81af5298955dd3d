import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeakedPasswords } from './leaked-passwords.js';

/** A line has at most 40 digits of a hash, a colon, a count, and the end of the line. */
const longestLine = 80;
const prefixLength = 5;
const hashLength = 40;

/**
 * A list of leaked passwords on the disk, in one of the two forms of Have I Been Pwned:
 *
 * - one file of lines `HASH:COUNT`, in the order of the SHA-1 hashes;
 * - a folder with one file for the first five digits of the hashes, such as `0A1B2.txt`, whose lines have the other 35 digits.
 *
 * A look-up reads a few short pieces of the file, so a list of 40 GB needs no memory. Each look-up opens the file
 * again, so a list can be replaced while the server runs, by renaming a new file.
 */
export class LeakedPasswordList implements LeakedPasswords {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error that names the list if it cannot be read or has another form */
  async contains(password: string): Promise<boolean> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const { file, key } = await this.#placeOf(hash);
      const handle = await open(file);
      try {
        return await hasLine(handle, (await handle.stat()).size, key);
      } finally {
        await handle.close();
      }
    } catch (cause) {
      const message = `The list of leaked passwords ${this.#path} cannot be used: ${(cause as Error).message}`;
      throw new Error(message, { cause });
    }
  }

  async #placeOf(hash: string): Promise<{ readonly file: string; readonly key: string }> {
    if (!(await stat(this.#path)).isDirectory()) return { file: this.#path, key: hash };
    return { file: join(this.#path, `${hash.slice(0, prefixLength)}.txt`), key: hash.slice(prefixLength) };
  }
}

/** Searches a file of sorted lines by halving the range in which the line can begin. */
async function hasLine(file: FileHandle, size: number, key: string): Promise<boolean> {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await firstLineFrom(file, middle, key.length);
    if (line === undefined || line.begin >= high) high = middle;
    else if (line.key === key) return true;
    else if (line.key < key) low = line.begin + 1;
    else high = middle;
  }
  return false;
}

/** Reads the first line that begins at this position or after it. Returns undefined if there is none. */
async function firstLineFrom(file: FileHandle, position: number, digits: number) {
  const from = Math.max(0, position - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * longestLine), 0, 2 * longestLine, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && skipped === 0 && bytesRead < longestLine) return undefined;
  const [line = ''] = text.slice(skipped).split('\n', 1);
  if (line === '') return undefined;
  const key = line.slice(0, digits);
  const isLine = /^[0-9A-Fa-f]+$/.test(key) && key.length === digits && /^:\d+\r?$/.test(line.slice(digits));
  if (!isLine || (position > 0 && skipped === 0)) {
    throw new Error(`its lines must be ${digits === hashLength ? 'HASH:COUNT' : 'SUFFIX:COUNT'}, sorted by the hash`);
  }
  return { begin: from + skipped, key: key.toUpperCase() };
}
