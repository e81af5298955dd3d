import { dayOf, ownerOf } from './object-layout.js';
import type { S3Bucket } from './s3-bucket.js';

/** Returns the batches among these that exist, in any state. */
export type ExistingBatches = (ids: readonly number[]) => Promise<readonly number[]>;

const hourMs = 60 * 60 * 1_000;

/**
 * Removes objects whose batch no longer exists. Objects without a batch exist if an attempt wrote them after its batch was
 * removed, or if the database was restored from a backup. Objects of batches from today and yesterday are not removed, so that a
 * wrong database address causes no immediate damage. Each call checks one page of objects. A new round begins one hour after the
 * end of the previous round. Before each removal of objects, this class checks whether the database still owns the prefix.
 */
export class OrphanSweep {
  readonly #bucket: S3Bucket;
  readonly #root: string;
  readonly #existing: ExistingBatches;
  readonly #checkOwner: () => Promise<void>;
  #pages: AsyncGenerator<readonly string[], void, undefined> | undefined;
  #pausedUntil = 0;

  /** @param checkOwner rejects if the prefix belongs to another database */
  constructor(bucket: S3Bucket, root: string, existing: ExistingBatches, checkOwner: () => Promise<void>) {
    this.#bucket = bucket;
    this.#root = root;
    this.#existing = existing;
    this.#checkOwner = checkOwner;
  }

  /** @param now epoch milliseconds */
  async goOn(now: number): Promise<void> {
    if (now < this.#pausedUntil) return;
    if (this.#pages === undefined) await this.#checkOwner();
    const pages = this.#pages ?? this.#bucket.list(this.#root);
    this.#pages = undefined;
    const { value: keys, done } = await pages.next();
    if (done === true) {
      this.#pausedUntil = now + hourMs;
      return;
    }
    await this.#removeOrphansAmong(keys, dayOf(now) - 1);
    this.#pages = pages;
  }

  async #removeOrphansAmong(keys: readonly string[], beforeDay: number): Promise<void> {
    const objects = keys.flatMap((key) => {
      const owner = ownerOf(this.#root, key);
      return owner !== undefined && owner.day < beforeDay ? [{ key, id: owner.id }] : [];
    });
    if (objects.length === 0) return;
    const existing = new Set(await this.#existing([...new Set(objects.map(({ id }) => id))]));
    const orphans = objects.filter(({ id }) => !existing.has(id));
    if (orphans.length === 0) return;
    await this.#checkOwner();
    await Promise.all(orphans.map(({ key }) => this.#bucket.remove(key)));
  }
}
