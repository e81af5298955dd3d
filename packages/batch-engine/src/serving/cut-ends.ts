import { LRUCache } from 'lru-cache';
import { type CutBytes, type CutPiece, carryOut } from '../bytes/pieces.js';
import type { SegmentOwner } from '../storage/segment-store.js';

/** The size of the cache in bytes, which is enough for the ends of a hundred ranges of records of usual size. */
const bytesAtMost = 2 * 1024 * 1024;
/** The approximate memory that one end takes in addition to its bytes. */
const objectBytes = 500;

/**
 * Caches the compressed ends of ranges that begin or end within a fragment. Making the ends takes most of the time of such a
 * range. They are needed again when another caller reads the same page, and when a call is repeated.
 */
export class CutEnds {
  readonly #known = new LRUCache<string, CutBytes>({
    maxSize: bytesAtMost,
    sizeCalculation: ({ bytes }) => bytes.length + objectBytes,
  });
  readonly #making = new Map<string, Promise<CutBytes>>();

  /**
   * Returns a part of a fragment as deflate data. Simultaneous requests for the same part share one compression.
   *
   * @param data the bytes of the segment, which must stay in memory until the promise has resolved
   */
  of({ id, attempt }: SegmentOwner, piece: CutPiece, data: Uint8Array): CutBytes | Promise<CutBytes> {
    const { segment, fragment, rawStart, rawEnd } = piece;
    const key = `${id}:${attempt}:${segment}:${fragment.start}:${rawStart}-${rawEnd}`;
    return this.#known.get(key) ?? this.#making.get(key) ?? this.#make(key, piece, data);
  }

  #make(key: string, piece: CutPiece, data: Uint8Array): Promise<CutBytes> {
    const making = carryOut(piece, data, true)
      .then((cut) => {
        const kept = { ...cut, bytes: copyOf(cut.bytes) };
        this.#known.set(key, kept);
        return kept;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}

/** The compressor's bytes are a part of a larger buffer, which would stay in memory as long as the part. */
function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
