import { BatchFailure } from '../batch/batch-error.js';
import { type Randomness, systemRandomness } from '../batch/randomness.js';
import {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  type SegmentStore,
  type StoredSegment,
} from '../storage/segment-store.js';
import { AttemptWriter } from './attempt-writer.js';
import { assertIntact, type BytesPlace, folders, ownerOf, type SegmentPlace } from './object-layout.js';
import { ObjectStorageError } from './object-storage-error.js';
import type { OpenBucket } from './open-bucket.js';
import { type ExistingBatches, OrphanSweep } from './orphan-sweep.js';
import type { PrefixMarker } from './prefix-marker.js';
import type { S3Bucket } from './s3-bucket.js';
import { type FoundPack, StoredAttempts } from './stored-attempts.js';

const packBytesUsual = 2 * 1024 * 1024;
/** The size of the cache for the positions of segments. The bytes of segments are cached by the engine. */
const cacheBytes = 8 * 1024 * 1024;

/** The owner of the segments, and the size of their objects. */
export interface S3SegmentStoreOptions {
  /** The identity of the database that owns the segments. */
  readonly identity: string;
  readonly existing: ExistingBatches;
  /** The approximate size of an object in bytes (default: 2 MB). */
  readonly packBytes?: number;
  readonly randomness?: Randomness;
}

/**
 * Stores segments as objects in a bucket. The keys of an attempt's objects begin with the day, the batch and the attempt, so an
 * attempt that has lost its lease cannot damage the next attempt. Only the segments of sealed attempts are read. Nothing is
 * written or removed before the database has become the owner of the prefix.
 */
export class S3SegmentStore implements SegmentStore {
  readonly #bucket: S3Bucket;
  readonly #root: string;
  readonly #marker: PrefixMarker;
  readonly #identity: string;
  readonly #stored: StoredAttempts;
  readonly #orphans: OrphanSweep;
  readonly #packBytes: number;
  readonly #randomness: Randomness;
  readonly #writers = new Map<string, AttemptWriter>();
  #claimed: Promise<void> | undefined;
  #checked: Promise<void> | undefined;

  constructor({ bucket, root, marker }: OpenBucket, options: S3SegmentStoreOptions) {
    const { identity, existing, packBytes = packBytesUsual, randomness = systemRandomness } = options;
    this.#bucket = bucket;
    this.#root = root;
    this.#marker = marker;
    this.#identity = identity;
    this.#packBytes = packBytes;
    this.#stored = new StoredAttempts(bucket, root, cacheBytes);
    this.#orphans = new OrphanSweep(bucket, root, existing, () => this.#claimAgain());
    this.#randomness = randomness;
  }

  /**
   * Makes the database the owner of the prefix, if the prefix has no owner. The first write or removal also makes the database
   * the owner of the prefix.
   *
   * @throws ObjectStorageError `foreign-prefix` if another database owns it, `marker-unreadable`
   */
  claim(): Promise<void> {
    this.#claimed ??= this.#marker.claim(this.#identity).catch((error: unknown) => {
      this.#claimed = undefined;
      throw error;
    });
    return this.#claimed;
  }

  async write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    await this.claim();
    const folder = this.#folderOf(owner);
    let writer = this.#writers.get(folder);
    if (writer === undefined) {
      writer = new AttemptWriter(this.#bucket, folder, this.#packBytes, this.#randomness.uuid());
      this.#writers.set(folder, writer);
    }
    await orNoRoom(writer.write(segments));
  }

  async seal(owner: SegmentOwner): Promise<void> {
    const folder = this.#folderOf(owner);
    const writer = this.#writers.get(folder);
    if (writer === undefined) return;
    await orNoRoom(writer.seal());
    this.#writers.delete(folder);
  }

  async abandon(owner: SegmentOwner): Promise<void> {
    const folder = this.#folderOf(owner);
    const writer = this.#writers.get(folder);
    this.#writers.delete(folder);
    await writer?.abandon();
  }

  read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    return this.#inPacks(owner, first, last, (pack) => this.#readData(pack));
  }

  readIndexes(owner: SegmentOwner, first: number, last: number): Promise<readonly Omit<StoredSegment, 'data'>[]> {
    return this.#inPacks(owner, first, last, async ({ segments }) =>
      segments.map(({ number, index }) => ({ number, index: index.slice() })),
    );
  }

  async readReceipts(owner: SegmentOwner, first: number, last: number): Promise<readonly (readonly string[])[]> {
    const found = await this.#inPacks(owner, first, last, (pack) => this.#readReceipts(pack));
    return found.map(({ receipts }) => receipts);
  }

  async removeAttempt(owner: SegmentOwner): Promise<void> {
    await this.abandon(owner);
    await this.#removeAll(this.#folderOf(owner));
  }

  /** For a first attempt there is nothing to remove, so most batches need no request here. */
  async removeEarlierAttempts(owner: SegmentOwner): Promise<void> {
    if (owner.attempt <= 1) return;
    const isEarlier = (key: string) => (ownerOf(this.#root, key)?.attempt ?? owner.attempt) < owner.attempt;
    await this.claim();
    const folder = folders.batch(this.#root, owner);
    this.#stored.forget(folder);
    for await (const keys of this.#bucket.list(folder)) {
      await Promise.all(keys.filter(isEarlier).map((key) => this.#bucket.remove(key)));
    }
  }

  remove(batch: Pick<SegmentOwner, 'id' | 'requestedAt'>): Promise<void> {
    return this.#removeAll(folders.batch(this.#root, batch));
  }

  /** Removes objects whose batch no longer exists. */
  maintain(now: number): Promise<void> {
    return this.#orphans.goOn(now);
  }

  /**
   * Checks once that the bucket answers and that its prefix does not belong to another database. A failed check is repeated.
   *
   * @throws ObjectStorageError when the bucket, its region or the credentials are wrong, or the prefix belongs to another database
   */
  check(tries: 'once' | 'all'): Promise<void> {
    this.#checked ??= this.#bucket
      .check(this.#root, tries)
      .then(() => this.#marker.check(this.#identity))
      .catch((error: unknown) => {
        this.#checked = undefined;
        throw error;
      });
    return this.#checked;
  }

  /** @throws ObjectStorageError that says why the bucket cannot be used now */
  async ping(): Promise<void> {
    await this.check('once');
    await this.#bucket.check(this.#root, 'once');
  }

  /** Stops all uploads of this store. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.abandon()));
    this.#writers.clear();
  }

  async #readData({ key, segments }: FoundPack): Promise<readonly StoredSegment[]> {
    const data = await this.#readPlaces(key, segments, (segment) => segment.data);
    return (data ?? []).map((bytes, n) => ({
      number: segments[n]!.number,
      index: segments[n]!.index.slice(),
      data: bytes,
    }));
  }

  async #readReceipts({ key, segments }: FoundPack) {
    const texts = await this.#readPlaces(key, segments, (segment) => segment.receipts);
    return (texts ?? []).map((bytes, n) => ({
      number: segments[n]!.number,
      receipts: bytes.byteLength === 0 ? [] : (JSON.parse(Buffer.from(bytes).toString('utf8')) as string[]),
    }));
  }

  /**
   * Reads consecutive ranges of bytes with one request. Each returned piece has its own memory, so it can be released separately.
   */
  async #readPlaces(
    key: string,
    segments: readonly SegmentPlace[],
    placeOf: (segment: SegmentPlace) => BytesPlace,
  ): Promise<readonly Uint8Array[] | undefined> {
    const places = segments.map(placeOf);
    const [start, end] = [places[0]?.start ?? 0, endOf(places.at(-1))];
    if (start === end) return places.map(() => new Uint8Array());
    const bytes = await this.#stored.bytes(key, start, end);
    return (
      bytes &&
      places.map((place) => {
        const piece = bytes.slice(place.start - start, endOf(place) - start);
        assertIntact(piece, place.crc, key);
        return piece;
      })
    );
  }

  /** Damaged bytes are read once more, because the damage may have happened on the way from the server. */
  async #inPacks<T extends { readonly number: number }>(
    owner: SegmentOwner,
    first: number,
    last: number,
    read: (pack: FoundPack) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    await this.check('all');
    const readAll = async () => {
      const packs = await this.#stored.find(owner, first, last);
      const found = await Promise.all(packs.map(read));
      return found.flat().toSorted((one, other) => one.number - other.number);
    };
    try {
      return await readAll();
    } catch (error) {
      if (!(error instanceof ObjectStorageError) || error.code !== 'damaged') throw error;
      this.#stored.forget(this.#folderOf(owner));
      return readAll();
    }
  }

  /** Claims the prefix again. If another database has become the owner of the prefix, writing must stop. */
  #claimAgain(): Promise<void> {
    this.#claimed = undefined;
    return this.claim();
  }

  async #removeAll(prefix: string): Promise<void> {
    await this.claim();
    this.#stored.forget(prefix);
    await this.#bucket.removeAll(prefix);
  }

  #folderOf(owner: SegmentOwner): string {
    return folders.attempt(this.#root, owner);
  }
}

function endOf(place: BytesPlace | undefined): number {
  return place === undefined ? 0 : place.start + place.length;
}

async function orNoRoom(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const isFull = error instanceof ObjectStorageError && error.code === 'full';
    throw isFull ? new BatchFailure(noRoom, { cause: error }) : error;
  }
}
