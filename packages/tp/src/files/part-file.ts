import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

const compress = promisify(gzipCallback);

/** A file that grows by pieces. Compressed, each piece is a gzip member of its own, so that it can be cut between any two. */
export class PartFile {
  readonly #file: FileHandle;
  readonly #gzip: boolean;
  #bytes: number;

  private constructor(file: FileHandle, gzip: boolean, bytes: number) {
    this.#file = file;
    this.#gzip = gzip;
    this.#bytes = bytes;
  }

  /**
   * Opens a file at the last safe byte; what follows is cut off.
   *
   * @returns undefined if the file is shorter than that
   */
  static async open(path: string, gzip: boolean, safeBytes: number): Promise<PartFile | undefined> {
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
    return new PartFile(file, gzip, safeBytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    if (piece.length === 0) return;
    const written = this.#gzip ? await compress(piece) : piece;
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
