import { availableParallelism } from 'node:os';
import { constants, createDeflateRaw } from 'node:zlib';

/** With half of zlib's default memory, compression is as good and takes only two thirds of the time. */
export const bodyDeflate = { level: constants.Z_BEST_SPEED, windowBits: 14, memLevel: 7 } as const;

/**
 * Compresses a body in the thread pool. The result is deflate data (RFC 1951) at the fastest level. The compressed data end with
 * a full flush. A few compressors are reused, because making a compressor takes three times as long as compressing the slip of an
 * order.
 */
export function compressInTurn(body: Uint8Array): Promise<Buffer> {
  place = (place + 1) % compressors.length;
  const free = compressors[place] ?? Promise.resolve(new BodyCompressor());
  const compressed = free.then((compressor) => compressor.compress(body));
  compressors[place] = compressed.then(
    () => free,
    () => new BodyCompressor(),
  );
  return compressed;
}

/**
 * A deflate stream that never ends. A full flush after each body makes the compressed bytes of a body independent of all earlier
 * bodies. A compressor compresses one body at a time.
 */
class BodyCompressor {
  readonly #stream = createDeflateRaw({ ...bodyDeflate, flush: constants.Z_FULL_FLUSH });
  #chunks: Buffer[] = [];
  #fail: (error: Error) => void = () => undefined;

  constructor() {
    this.#stream.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#stream.on('error', (error) => this.#fail(error));
  }

  compress(body: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#stream.write(body, (error) => {
        if (!error) resolve(this.#take());
      });
    });
  }

  /** All input has been processed, so a read of the stream returns all remaining output. */
  #take(): Buffer {
    while (this.#stream.read() !== null);
    const chunks = this.#chunks.splice(0);
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }
}

/** There is one compressor for each available processor core. Each promise resolves when its compressor has no work. */
const compressors: (Promise<BodyCompressor> | undefined)[] = Array.from({ length: availableParallelism() });
let place = 0;
