import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { callerPath, fileError } from './caller-file.js';

const chunkBytes = 256 * 1_024;
const newLine = Buffer.from('\n');

/**
 * Writes lines to a file argument, or to standard output for `-`. A file appears under its name when it is complete, never half
 * written, and then it is on the disk.
 *
 * @throws CliError `input`
 */
export async function writeLines(out: string, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const path = out === '-' ? undefined : callerPath(out);
  const partial = `${path ?? ''}.part`;
  const stream = path === undefined ? process.stdout : createWriteStream(partial, { flush: true });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  try {
    let chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const line of lines) {
      chunks.push(line, newLine);
      bytes += line.length + 1;
      if (bytes < chunkBytes) continue;
      if (!stream.write(Buffer.concat(chunks))) await Promise.race([once(stream, 'drain'), failed]);
      chunks = [];
      bytes = 0;
    }
    const rest = Buffer.concat(chunks);
    if (path === undefined) {
      const written = new Promise<void>((resolve) => stream.write(rest, () => resolve()));
      await Promise.race([written, failed]);
      return;
    }
    stream.end(rest);
    await Promise.race([finished(stream), failed]);
    await rename(partial, path);
    await flushFolder(dirname(path));
  } catch (error) {
    if (path !== undefined) {
      stream.destroy();
      await rm(partial, { force: true });
    }
    throw fileError(out, error);
  }
}

/** A new name is on the disk when its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
