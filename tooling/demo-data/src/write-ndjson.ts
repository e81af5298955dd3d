import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Long enough that a write is worth its system call, short enough that memory stays flat. */
const chunkLength = 256 * 1_024;

/**
 * Writes one line for each text, each character being one byte (`byteText`). The file appears under its name when it is complete, never half written.
 * Waits for the disk, so memory does not grow with the file.
 *
 * @returns the number of lines
 */
export async function writeNdjson(path: string, lines: Iterable<string>): Promise<number> {
  const partial = `${path}.part`;
  const stream = createWriteStream(partial, 'latin1');
  try {
    let count = 0;
    let chunk = '';
    for (const line of lines) {
      chunk += `${line}\n`;
      count++;
      if (chunk.length < chunkLength) continue;
      if (!stream.write(chunk)) await once(stream, 'drain');
      chunk = '';
    }
    stream.end(chunk);
    await finished(stream);
    await rename(partial, path);
    return count;
  } catch (error) {
    stream.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}
