import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { fileFailure } from '@trading-platform/files';

/** Number of lines, their bytes with line feeds, and the SHA-256 of the compressed file. */
export interface LineFileFacts {
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

const newLine = Buffer.from('\n');

/** Writes lines into a new gzip file. */
export class LineFileWriter {
  readonly #gzip: Gzip = createGzip();
  readonly #file: WriteStream;
  readonly #failed: Promise<never>;
  #lines = 0;
  #bytes = 0;

  /** @param path must not exist */
  constructor(path: string) {
    this.#file = createWriteStream(path, { flags: 'wx', flush: true });
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.#failed = promise;
    this.#file.once('error', (error) => reject(fileFailure(error, path)));
    this.#gzip.once('error', reject);
    this.#gzip.pipe(this.#file);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(lines: readonly Buffer[]): Promise<void> {
    if (lines.length === 0) return;
    const chunk = Buffer.concat(lines.flatMap((line) => [line, newLine]));
    this.#lines += lines.length;
    this.#bytes += chunk.length;
    if (!this.#gzip.write(chunk)) await Promise.race([once(this.#gzip, 'drain'), this.#failed]);
  }

  /** Resolves when the whole file is on the disk. */
  async end(): Promise<Omit<LineFileFacts, 'sha256'>> {
    this.#gzip.end();
    await Promise.race([finished(this.#file), this.#failed]);
    return { lines: this.#lines, bytes: this.#bytes };
  }

  /** Closes the file without finishing it. */
  destroy(): void {
    this.#gzip.destroy();
    this.#file.destroy();
  }
}

/** Reads a whole file from the disk, and returns its facts. */
export async function examineLineFile(path: string): Promise<LineFileFacts> {
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(path), hashed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === newLine[0]) lines++;
    }
  });
  return { lines, bytes, sha256: hash.digest('hex') };
}

/** The lines of a gzip file, without their line feeds. The file is closed even if the caller stops early. */
export async function* readLineFile(path: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const file = createReadStream(path);
  file.once('error', (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of file.pipe(gunzip) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(newLine); end !== -1; end = chunk.indexOf(newLine, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, end)]);
        rest = [];
        start = end + 1;
      }
      rest.push(chunk.subarray(start));
    }
  } finally {
    file.destroy();
  }
}
