import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Chunks of this size need few system calls and little memory. */
const chunkLength = 256 * 1_024;

/**
 * Writes one line for each text. Each character of the texts is one byte (`byteText`). The file gets its name only when
 * it is complete, so a half-written file is never visible under that name. If the disk is slow, writing waits, so
 * memory use does not grow with the file.
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
