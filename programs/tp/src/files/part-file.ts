import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { fileError } from '@trading-platform/terminal';
import type { Held } from './held.js';

const compress = promisify(gzipCallback);

export interface PartFileOptions {
  /** Compression level of zlib. Default: not compressed. */
  readonly gzipLevel?: number | undefined;
  /** The permissions of the file while it grows. Default: the permissions of any new file. */
  readonly mode?: number | undefined;
  /** Writing stops when another process has taken over the lock. */
  readonly held: Held;
}

/**
 * A file that grows by pieces. In a compressed file, each piece is a separate gzip member, so that the file can be cut
 * after any piece.
 */
export class PartFile {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #options: PartFileOptions;
  #bytes: number;

  private constructor(file: FileHandle, path: string, options: PartFileOptions, bytes: number) {
    this.#file = file;
    this.#path = path;
    this.#options = options;
    this.#bytes = bytes;
  }

  /**
   * Opens a file and cuts it off after the last safe byte.
   *
   * @returns undefined if the file has fewer bytes than `safeBytes`
   */
  static async open(path: string, safeBytes: number, options: PartFileOptions): Promise<PartFile | undefined> {
    try {
      return await PartFile.#open(path, safeBytes, options);
    } catch (error) {
      throw fileError(path, error);
    }
  }

  static async #open(path: string, safeBytes: number, options: PartFileOptions): Promise<PartFile | undefined> {
    await options.held.check();
    if (safeBytes === 0) await rm(path, { force: true });
    const file = await open(path, safeBytes === 0 ? 'w' : 'r+', options.mode).catch((error: NodeJS.ErrnoException) => {
      if (safeBytes > 0 && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    if ((await file.stat()).size < safeBytes) {
      await file.close();
      return undefined;
    }
    await file.truncate(safeBytes);
    return new PartFile(file, path, options, safeBytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    if (piece.length > 0) await this.#write(piece);
  }

  /**
   * Completes the file. An empty compressed file gets an empty gzip member, because a file without bytes is not valid
   * gzip.
   */
  async end(): Promise<void> {
    if (this.#bytes === 0 && this.#options.gzipLevel !== undefined) await this.#write(new Uint8Array());
  }

  async #write(piece: Uint8Array): Promise<void> {
    const { gzipLevel: level, held } = this.#options;
    const written = level === undefined ? piece : await compress(piece, { level });
    await held.check();
    try {
      for (let at = 0; at < written.length; ) {
        const { bytesWritten } = await this.#file.write(written, at, written.length - at, this.#bytes);
        at += bytesWritten;
        this.#bytes += bytesWritten;
      }
    } catch (error) {
      throw fileError(this.#path, error);
    }
  }

  /** Returns when everything appended is on the disk. */
  async flush(): Promise<void> {
    try {
      await this.#file.sync();
    } catch (error) {
      throw fileError(this.#path, error);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const newLine = Buffer.from('\n');
const pieceBytes = 1_048_576;

/** Writes lines to a new file, adds their line ends, and returns when the file is on the disk. */
export async function writeNewFile(path: string, lines: AsyncIterable<Uint8Array>, held: Held): Promise<void> {
  const file = await PartFile.open(path, 0, { held });
  if (file === undefined) throw new Error(`${path} cannot be written`);
  try {
    let pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const line of lines) {
      pieces.push(line, newLine);
      bytes += line.length;
      if (bytes < pieceBytes) continue;
      await file.append(Buffer.concat(pieces));
      pieces = [];
      bytes = 0;
    }
    await file.append(Buffer.concat(pieces));
    await file.flush();
  } finally {
    await file.close();
  }
}
