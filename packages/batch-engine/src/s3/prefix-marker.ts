import { ObjectStorageError } from './object-storage-error.js';
import type { S3Address } from './s3-address.js';
import type { S3Bucket } from './s3-bucket.js';

/** The name of the object that stores the owner of a prefix, at the root of the prefix. */
const markerName = 'platform.json';
/**
 * The object with the owner is shorter than 64 bytes, and objects with segments are longer, so that a rule of the bucket can
 * distinguish them by size.
 */
const markerText = /^\{"batch_database":"([0-9a-f-]{36})"\}$/;
const readBytes = 256;

/** The owner of a prefix is a database of batches. No other database writes or removes objects under the prefix. */
export class PrefixMarker {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #address: S3Address;

  /** @param root the prefix of all keys */
  constructor(bucket: S3Bucket, root: string, address: S3Address) {
    this.#bucket = bucket;
    this.#key = root + markerName;
    this.#address = address;
  }

  /**
   * Returns the database that owns the prefix, or undefined if no database owns it.
   *
   * @throws ObjectStorageError `marker-unreadable`
   */
  async owner(): Promise<string | undefined> {
    const found = await this.#read();
    if (found === undefined) return undefined;
    const [, owner] = markerText.exec(found) ?? [];
    if (owner === undefined) throw this.#unreadable();
    return owner;
  }

  /** @throws ObjectStorageError `foreign-prefix` if another database owns it, `marker-unreadable` */
  async check(identity: string): Promise<void> {
    this.#refuseOther(await this.owner(), identity);
  }

  /**
   * Makes this database the owner of the prefix, if the prefix has no owner. If several databases try to become the owner at the
   * same time, only one of them succeeds.
   *
   * @throws ObjectStorageError `foreign-prefix`, `marker-unreadable`
   */
  async claim(identity: string): Promise<void> {
    const owner = await this.owner();
    if (owner === undefined) {
      const lost = await this.#writeFirst(identity);
      // The owner is read again, because on a server without conditional writes another database may have overwritten the object.
      this.#refuseOther(await this.owner(), identity, lost);
    } else this.#refuseOther(owner, identity);
  }

  /** Makes this database the owner of the prefix, even if another database owns it. */
  async take(identity: string): Promise<void> {
    await this.#bucket.replace(this.#key, textOf(identity));
  }

  /** Returns the failure if another database has already written the object that names the owner. */
  async #writeFirst(identity: string): Promise<ObjectStorageError | undefined> {
    try {
      await this.#bucket.write(this.#key, textOf(identity), identity);
      return undefined;
    } catch (error) {
      if (error instanceof ObjectStorageError && error.code === 'exists') return error;
      throw error;
    }
  }

  #refuseOther(owner: string | undefined, identity: string, lost?: ObjectStorageError): void {
    if (owner === undefined && lost !== undefined) throw lost;
    if (owner === undefined || owner === identity) return;
    throw new ObjectStorageError(
      'foreign-prefix',
      `${this.#place()} belongs to the batch database ${owner}, and this one is ${identity}; "tpctl bucket --help" says what to do`,
    );
  }

  /** The whole object is requested, because servers refuse a range request for an empty object. */
  async #read(): Promise<string | undefined> {
    try {
      const found = await this.#bucket.read(this.#key, 0, readBytes);
      return found && Buffer.from(found.bytes).toString('utf8');
    } catch (error) {
      if (error instanceof ObjectStorageError && error.code === 'refused') throw this.#unreadable(error);
      throw error;
    }
  }

  #unreadable(cause?: ObjectStorageError): ObjectStorageError {
    return new ObjectStorageError(
      'marker-unreadable',
      `${this.#place()} does not tell whose it is: the object ${this.#key} is damaged; "tpctl bucket --help" says what to do`,
      { cause },
    );
  }

  #place(): string {
    const { bucket, prefix } = this.#address;
    return prefix === '' ? `Bucket "${bucket}"` : `The prefix "${prefix}" of bucket "${bucket}"`;
  }
}

function textOf(identity: string): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify({ batch_database: identity }));
}
