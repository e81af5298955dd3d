import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { endStream, findTarget, openStream, putInPlace, type StreamTarget } from '@trading-platform/files';
import { callerPath, fileError } from './caller-file.js';

const chunkBytes = 256 * 1_024;
const newLine = Buffer.from('\n');
const standardOutput: StreamTarget = { kind: 'stream', path: '-', descriptor: 1 };

/**
 * Writes lines to a file argument, or to standard output for `-`. A file with the extension `.gz` is compressed. A plain file appears under its name only when it is
 * complete and on the disk. A link is followed; a pipe or a device is written directly.
 *
 * @throws CliError `input`
 */
export async function writeLines(out: string, lines: AsyncIterable<Uint8Array>): Promise<void> {
  let partial: string | undefined;
  try {
    const target = out === '-' ? standardOutput : await findTarget(callerPath(out), out);
    if (target.kind === 'stream') return await pour(lines, await openStream(target), endStream);
    partial = `${target.path}.part`;
    const stream = createWriteStream(partial, { flush: true, ...(target.former && { mode: target.former.mode }) });
    await (/\.gz$/i.test(out)
      ? pourCompressed(lines, stream)
      : pour(lines, stream, (whole) => finished(whole.end()))
    ).finally(() => stream.destroy());
    await putInPlace(partial, target);
  } catch (error) {
    if (partial !== undefined) await rm(partial, { force: true });
    throw fileError(out, error);
  }
}

async function pourCompressed(lines: AsyncIterable<Uint8Array>, stream: Writable): Promise<void> {
  const gzip = createGzip();
  const written = pipeline(gzip, stream);
  written.catch((error: Error) => gzip.destroy(error));
  await pour(lines, gzip, (whole) => {
    whole.end();
    return written;
  });
}

async function pour(
  lines: AsyncIterable<Uint8Array>,
  stream: Writable,
  end: (stream: Writable) => Promise<void>,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  const write = async (chunk: Uint8Array) => {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed]);
  };
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const line of lines) {
    chunks.push(line, newLine);
    bytes += line.length + 1;
    if (bytes < chunkBytes) continue;
    await write(Buffer.concat(chunks));
    chunks = [];
    bytes = 0;
  }
  await write(Buffer.concat(chunks));
  await Promise.race([end(stream), failed]);
}
