import type { NewSegment } from '../storage/segment-store.js';
import { encodeContents, encodePack, endObject, type PackPlace } from './object-layout.js';
import type { S3Bucket } from './s3-bucket.js';

const uploadsAtOnce = 2;
/** The number of a pack without segments, which is higher than the number of any segment. */
const noSegment = 2 ** 32 - 1;

/** Thrown if the attempt ended before all its segments were stored durably. */
class AttemptAbandoned extends Error {
  override readonly name = 'AttemptAbandoned';
}

type WrittenPack = Omit<PackPlace, 'object' | 'start'>;

/**
 * Writes the segments of one attempt to the bucket. Segments are collected in packs, and the packs are uploaded while the attempt
 * continues. The last pack waits for all others and lists them, so an attempt can be read only when it is complete.
 */
export class AttemptWriter {
  readonly #bucket: S3Bucket;
  readonly #folder: string;
  readonly #packBytes: number;
  readonly #writer: string;
  readonly #abandoned = new AbortController();
  readonly #numbers = new Set<number>();
  readonly #packs: WrittenPack[] = [];
  readonly #uploads: Promise<void>[] = [];
  #segments: NewSegment[] = [];
  #bytes = 0;

  /**
   * @param folder the prefix of the keys of the attempt
   * @param packBytes the approximate size of an object
   * @param writer marks the objects of this writer
   */
  constructor(bucket: S3Bucket, folder: string, packBytes: number, writer: string) {
    this.#bucket = bucket;
    this.#folder = folder;
    this.#packBytes = packBytes;
    this.#writer = writer;
  }

  /** Adds segments, and resolves when more segments can be added. Rejects if an earlier pack could not be stored. */
  async write(segments: readonly NewSegment[]): Promise<void> {
    for (const segment of segments) {
      if (this.#numbers.has(segment.number)) throw new Error(`Segment ${segment.number} is stored already`);
      this.#numbers.add(segment.number);
      this.#segments.push({ ...segment, index: Uint8Array.from(segment.index), data: Uint8Array.from(segment.data) });
      this.#bytes += segment.data.byteLength;
      if (this.#bytes >= this.#packBytes) await this.#upload();
    }
  }

  /** Resolves when the whole attempt is in the bucket. */
  async seal(): Promise<void> {
    await Promise.all(this.#uploads);
    const { bytes, pack } = this.#pack();
    const contents = encodeContents([...this.#packs, pack]);
    await this.#put(endObject, Buffer.concat([contents, bytes]));
  }

  /** Stops all uploads of this attempt. */
  async abandon(): Promise<void> {
    this.#abandoned.abort(new AttemptAbandoned('The attempt has ended'));
    await Promise.allSettled(this.#uploads);
  }

  async #upload(): Promise<void> {
    const { bytes, pack } = this.#pack();
    const upload = this.#put(String(this.#packs.length), bytes);
    // The failure of an upload is reported by the next `write` or `seal`. Until `write` or `seal` is called, the failure must not
    // count as an unhandled rejection.
    upload.catch(() => undefined);
    this.#packs.push(pack);
    this.#uploads.push(upload);
    if (this.#uploads.length > uploadsAtOnce) await this.#uploads.shift();
  }

  #pack(): { readonly bytes: Buffer<ArrayBuffer>; readonly pack: WrittenPack } {
    const segments = this.#segments.toSorted((one, other) => one.number - other.number);
    this.#segments = [];
    this.#bytes = 0;
    const { bytes, headLength } = encodePack(segments);
    const [first = noSegment, last = noSegment] = [segments[0]?.number, segments.at(-1)?.number];
    return { bytes, pack: { first, last, headLength } };
  }

  #put(object: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
    return this.#bucket.write(this.#folder + object, bytes, this.#writer, this.#abandoned.signal);
  }
}
