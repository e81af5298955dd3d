import { ObjectStorageError } from './object-storage-error.js';
import type { S3Address } from './s3-address.js';
import type { S3Bucket } from './s3-bucket.js';

/** The object at the root of a prefix that tells whose it is. */
const markerName = 'platform.json';
/** It stays below 64 bytes, and objects of segments above, so that a rule of the bucket can tell them apart. */
const markerText = /^\{"batch_database":"([0-9a-f-]{36})"\}$/;
const readBytes = 256;

/** Whose a prefix of a bucket is: that of one database of batches. All others leave what is under it alone. */
export class PrefixMarker {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #address: S3Address;

  /** @param root what all keys begin with */
  constructor(bucket: S3Bucket, root: string, address: S3Address) {
    this.#bucket = bucket;
    this.#key = root + markerName;
    this.#address = address;
  }

  /**
   * The database that the prefix belongs to; undefined while it is nobody's.
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

  /** @throws ObjectStorageError `foreign-prefix` where it belongs to another database, `marker-unreadable` */
  async check(identity: string): Promise<void> {
    this.#refuseOther(await this.owner(), identity);
  }

  /**
   * Makes a prefix of nobody that of this database. Of several that do so at once one gets it.
   *
   * @throws ObjectStorageError `foreign-prefix`, `marker-unreadable`
   */
  async claim(identity: string): Promise<void> {
    const owner = await this.owner();
    if (owner === undefined) {
      const lost = await this.#writeFirst(identity);
      // Read again, because a server without conditional writes lets the last one win.
      this.#refuseOther(await this.owner(), identity, lost);
    } else this.#refuseOther(owner, identity);
  }

  /** Makes it that of this database, whosever it was. */
  async take(identity: string): Promise<void> {
    await this.#bucket.replace(this.#key, textOf(identity));
  }

  /** Answers how it failed where somebody else was first. */
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

  /** Servers have no range of an object without bytes. */
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
