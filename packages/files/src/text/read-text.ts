import { open } from 'node:fs/promises';
import { FileError, withFile } from '../file-error.js';
import { decodeText } from './decode-text.js';

/** The default maximum number of bytes, which is enough for settings, a request or orders. */
const mostBytes = 64 * 1_048_576;

/** Options of reading. */
export interface ReadTextOptions {
  /** The name under which the user knows the file. Default: the path. */
  readonly name?: string;
  /** Longer files are refused. Default: 64 MiB. */
  readonly mostBytes?: number;
}

/**
 * Reads the text of a file, a pipe or a device. `decodeText` describes the encodings.
 *
 * @throws FileError
 */
export function readText(path: string, { name = path, ...options }: ReadTextOptions = {}): Promise<string> {
  return withFile(name, async () => {
    const file = await open(path);
    try {
      if ((await file.stat()).isDirectory()) throw new FileError('unusable', `${name}: is a folder`, 'name a file');
      return await textOf(file.createReadStream({ autoClose: false, highWaterMark: 262_144 }), name, options.mostBytes);
    } finally {
      await file.close();
    }
  });
}

/**
 * Reads the text of a stream, such as standard input, to its end. `decodeText` describes the encodings.
 *
 * @param name the name under which the user knows the stream
 * @param most the maximum number of bytes; longer streams are refused. Default 64 MiB
 * @throws FileError
 */
export async function textOf(stream: AsyncIterable<Uint8Array>, name: string, most = mostBytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most)
      throw new FileError('too-long', `${name}: is longer than ${most} bytes`, 'check that it is the right one');
  }
  return decodeText(Buffer.concat(chunks), name);
}

/** The first line, without its line end. */
export function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}
