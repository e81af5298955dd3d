import { LRUCache } from 'lru-cache';
import type { SegmentOwner } from '../storage/segment-store.js';
import {
  decodeContents,
  decodePack,
  endObject,
  folders,
  headLengthOf,
  type PackPlace,
  type SegmentPlace,
} from './object-layout.js';
import type { S3Bucket } from './s3-bucket.js';

/**
 * The number of bytes that the first request reads from the last object of an attempt. The first request reads the list of
 * segments and, for a small object, all its bytes.
 */
const firstReadBytes = 64 * 1024;
/** The approximate memory that one entry takes in addition to its bytes. */
const objectBytes = 500;
const packObjectBytes = 200;

/** The positions of the segments of a sealed attempt. */
interface Contents {
  readonly packs: readonly PackPlace[];
  /** All bytes of the last object, if the object is small. */
  readonly whole: Uint8Array<ArrayBuffer> | undefined;
}

/** Some segments that are stored in the same object. */
export interface FoundPack {
  readonly key: string;
  readonly segments: readonly SegmentPlace[];
}

/**
 * Finds the segments of sealed attempts. The positions of segments never change, so they are cached, up to a maximum number of
 * bytes. If a page is read again, only its bytes have to be requested.
 */
export class StoredAttempts {
  readonly #bucket: S3Bucket;
  readonly #root: string;
  readonly #contents: LRUCache<string, Contents>;
  readonly #heads: LRUCache<string, readonly SegmentPlace[], PackPlace>;

  /** @param root the prefix of all keys */
  constructor(bucket: S3Bucket, root: string, cacheBytes: number) {
    this.#bucket = bucket;
    this.#root = root;
    this.#contents = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ packs, whole }) => objectBytes + packs.length * packObjectBytes + (whole?.byteLength ?? 0),
      fetchMethod: (folder) => this.#readContents(folder),
    });
    this.#heads = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: (segments) =>
        segments.reduce((sum, { index }) => sum + index.byteLength + packObjectBytes, objectBytes),
      fetchMethod: (key, _, { context }) => this.#readHead(key, context),
    });
  }

  /** Returns the segments `first` to `last` in order, both included. For an attempt that is not sealed, returns no segments. */
  async find(owner: SegmentOwner, first: number, last: number): Promise<readonly FoundPack[]> {
    const folder = folders.attempt(this.#root, owner);
    const contents = await this.#contents.fetch(folder);
    const packs = contents?.packs.filter((pack) => pack.first <= last && pack.last >= first) ?? [];
    return Promise.all(
      packs.map(async (pack) => {
        const key = folder + pack.object;
        const segments = (await this.#heads.fetch(key, { context: pack })) ?? [];
        return { key, segments: segments.filter(({ number }) => number >= first && number <= last) };
      }),
    );
  }

  /** Removes the positions of all keys with this prefix from the cache. */
  forget(prefix: string): void {
    for (const kept of [this.#contents, this.#heads]) {
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
    }
  }

  /**
   * Returns bytes of an object, or undefined if the object no longer exists. The caller may release the memory of the returned
   * bytes.
   */
  async bytes(key: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const whole = this.#contents.peek(key.slice(0, -endObject.length))?.whole;
    if (whole !== undefined) return whole.slice(start, end);
    return (await this.#bucket.read(key, start, end))?.bytes;
  }

  async #readContents(folder: string): Promise<Contents | undefined> {
    const key = folder + endObject;
    const read = await this.#bucket.read(key, 0, firstReadBytes);
    if (read === undefined) return undefined;
    const length = headLengthOf(read.bytes, key);
    const more = length > read.bytes.byteLength ? await this.#bucket.read(key, 0, length) : read;
    const packs = decodeContents(more?.bytes.subarray(0, length) ?? new Uint8Array(), key);
    return { packs, whole: read.bytes.byteLength === read.size ? read.bytes : undefined };
  }

  async #readHead(key: string, { start, headLength }: PackPlace): Promise<readonly SegmentPlace[] | undefined> {
    const head = await this.bytes(key, start, start + headLength);
    return head === undefined ? undefined : decodePack(head, start, key);
  }
}
