import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

const compress = promisify(gzipCallback);

/** A file that grows by pieces. Compressed, each piece is a gzip member of its own, so that it can be cut between any two. */
export class PartFile {
  readonly #file: FileHandle;
  readonly #gzipLevel: number | undefined;
  #bytes: number;

  private constructor(file: FileHandle, gzipLevel: number | undefined, bytes: number) {
    this.#file = file;
    this.#gzipLevel = gzipLevel;
    this.#bytes = bytes;
  }

  /**
   * Opens a file at the last safe byte; what follows is cut off.
   *
   * @param gzipLevel as zlib has it; undefined for a file that is not compressed
   * @returns undefined if the file is shorter than that
   */
  static async open(path: string, gzipLevel: number | undefined, safeBytes: number): Promise<PartFile | undefined> {
    const file = await open(path, safeBytes === 0 ? 'w' : 'r+').catch((error: NodeJS.ErrnoException) => {
      if (safeBytes > 0 && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    if ((await file.stat()).size < safeBytes) {
      await file.close();
      return undefined;
    }
    await file.truncate(safeBytes);
    return new PartFile(file, gzipLevel, safeBytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    if (piece.length > 0) await this.#write(piece);
  }

  /** Makes it whole: a compressed file without text is a member without text, as no bytes are no gzip file. */
  async end(): Promise<void> {
    if (this.#bytes === 0 && this.#gzipLevel !== undefined) await this.#write(new Uint8Array());
  }

  async #write(piece: Uint8Array): Promise<void> {
    const level = this.#gzipLevel;
    const written = level === undefined ? piece : await compress(piece, { level });
    for (let at = 0; at < written.length; ) {
      const { bytesWritten } = await this.#file.write(written, at, written.length - at, this.#bytes);
      at += bytesWritten;
      this.#bytes += bytesWritten;
    }
  }

  /** What was appended is on the disk after this. */
  flush(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
