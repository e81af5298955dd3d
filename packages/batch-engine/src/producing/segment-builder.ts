import { crc32 } from 'node:zlib';
import type { RenderedRecord } from '../batch/batch-function.js';
import { deflateFragment } from '../bytes/fragment.js';
import {
  encodeSegmentIndex,
  type FragmentEntry,
  recordsPerFragment,
  recordsPerSegment,
  separator,
} from '../bytes/segment-index.js';
import type { NewSegment } from '../storage/segment-store.js';
import { type RunPart, untraced } from './attempt-part.js';

/**
 * The producer has to wait when this number of fragments are being compressed, or when this number of segments are
 * being written.
 */
const fragmentsUnderWay = 8;
const segmentsUnderWay = 2;
const firstBufferBytes = 256 * 1024;
/** In UTF-8, one UTF-16 unit of a string takes at most three bytes. */
const bytesPerUnit = 3;

/** The totals of the segments that have been built. */
export interface BuiltTotals {
  readonly recordCount: number;
  readonly errorCount: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
}

interface CompressedFragment {
  readonly entry: FragmentEntry;
  readonly data: Buffer;
}

/**
 * Converts records to segments. The builder copies records into fragments, compresses the fragments in the thread pool, and
 * passes finished segments on in order. Only a few segments are in memory at the same time, for any number of records.
 */
export class SegmentBuilder {
  readonly #recordHead: ((seq: number) => string) | undefined;
  readonly #write: (segment: NewSegment) => Promise<void>;
  readonly #part: RunPart;
  readonly #freeBuffers: Buffer[] = [];
  readonly #underWay: Promise<void>[] = [];
  #buffer: Buffer = Buffer.allocUnsafe(firstBufferBytes);
  #length = 0;
  #offsets: number[] = [];
  readonly #compressing: Promise<CompressedFragment>[] = [];
  #fragments: Promise<CompressedFragment>[] = [];
  #receipts: string[] = [];
  #segmentCount = 0;
  #recordCount = 0;
  #errorCount = 0;
  #rawBytes = 0;
  #storedBytes = 0;
  #compressMs = 0;
  #compressingNow = 0;
  #compressingSince = 0;
  #lastWritten: Promise<void> = Promise.resolve();
  #abandoned = false;

  /** @param write called with one segment after the other, never with two at the same time */
  constructor(
    recordHead: ((seq: number) => string) | undefined,
    write: (segment: NewSegment) => Promise<void>,
    part: RunPart = untraced,
  ) {
    this.#recordHead = recordHead;
    this.#write = write;
    this.#part = part;
  }

  get recordCount(): number {
    return this.#recordCount;
  }

  /** The total time during which at least one fragment was being compressed. */
  get compressMs(): number {
    return this.#compressMs;
  }

  /** Adds records, and resolves when more records can be added. Rejects if an earlier segment could not be stored. */
  async add(records: readonly RenderedRecord[]): Promise<void> {
    for (const record of records) {
      this.#append(record);
      record.release?.();
      if (this.#offsets.length < recordsPerFragment) continue;
      this.#endFragment();
      if (this.#recordCount % recordsPerSegment === 0) this.#endSegment();
      await this.#waitForRoom();
    }
  }

  /** Completes the last segment, and resolves when all segments have been passed on. */
  async end(): Promise<BuiltTotals> {
    this.#endFragment();
    this.#endSegment();
    await Promise.all(this.#underWay);
    const commasBetweenFragments = Math.max(0, Math.ceil(this.#recordCount / recordsPerFragment) - 1);
    return {
      recordCount: this.#recordCount,
      errorCount: this.#errorCount,
      rawBytes: this.#rawBytes + commasBetweenFragments,
      storedBytes: this.#storedBytes,
    };
  }

  /** Stops building, so that no further segment is passed on. Resolves when no compression or write is running any more. */
  async abandon(): Promise<void> {
    this.#abandoned = true;
    await Promise.allSettled([...this.#fragments, this.#lastWritten]);
  }

  async #waitForRoom(): Promise<void> {
    if (this.#compressing.length >= fragmentsUnderWay) await this.#compressing.shift();
    if (this.#underWay.length >= segmentsUnderWay) await this.#underWay.shift();
  }

  #append({ body, receipt, isError = false }: RenderedRecord): void {
    this.#recordCount++;
    if (isError) this.#errorCount++;
    const head = this.#recordHead?.(this.#recordCount) ?? '';
    this.#reserve(1 + head.length * bytesPerUnit + body.byteLength);
    if (this.#offsets.length > 0) this.#buffer[this.#length++] = separator.byte;
    this.#offsets.push(this.#length);
    this.#length += this.#buffer.write(head, this.#length, 'utf8');
    this.#buffer.set(body, this.#length);
    this.#length += body.byteLength;
    if (receipt !== undefined) this.#receipts.push(receipt);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length), 0);
    this.#buffer = larger;
  }

  #endFragment(): void {
    if (this.#offsets.length === 0) return;
    const fragment = this.#compress(this.#buffer, this.#length, this.#offsets);
    fragment.catch(() => undefined);
    this.#fragments.push(fragment);
    this.#compressing.push(fragment);
    this.#rawBytes += this.#length;
    this.#buffer = this.#freeBuffers.pop() ?? Buffer.allocUnsafe(firstBufferBytes);
    this.#length = 0;
    this.#offsets = [];
  }

  async #compress(buffer: Buffer, rawLength: number, offsets: readonly number[]): Promise<CompressedFragment> {
    const raw = buffer.subarray(0, rawLength);
    const data = await this.#deflate(raw);
    const entry = { compressedLength: data.length, rawLength, crc: crc32(raw), offsets };
    this.#freeBuffers.push(buffer);
    return { entry, data };
  }

  async #deflate(raw: Buffer): Promise<Buffer> {
    if (this.#compressingNow++ === 0) this.#compressingSince = performance.now();
    try {
      return await deflateFragment(raw);
    } finally {
      if (--this.#compressingNow === 0) this.#compressMs += performance.now() - this.#compressingSince;
    }
  }

  #endSegment(): void {
    if (this.#fragments.length === 0) return;
    const segment = this.#store(this.#segmentCount++, this.#fragments, this.#receipts, this.#lastWritten);
    // The failure of a segment is reported by the next `add` or `end`. Until `add` or `end` is called, the failure must not count
    // as an unhandled rejection.
    segment.catch(() => undefined);
    this.#lastWritten = segment;
    this.#underWay.push(segment);
    this.#fragments = [];
    this.#receipts = [];
  }

  async #store(
    number: number,
    compressing: readonly Promise<CompressedFragment>[],
    receipts: readonly string[],
    previous: Promise<void>,
  ): Promise<void> {
    const fragments = await this.#part({ name: 'compress', number }, () => Promise.all(compressing));
    const data = Buffer.concat(fragments.flatMap((fragment) => [fragment.data, separator.data]));
    const index = encodeSegmentIndex(fragments.map(({ entry }) => entry));
    await previous;
    if (this.#abandoned) return;
    this.#storedBytes += data.length + index.length;
    await this.#write({ number, index, data, ...(receipts.length === 0 ? {} : { receipts }) });
  }
}
