import { crc32 } from 'node:zlib';
import { ObjectStorageError } from './object-storage-error.js';
import { readListing } from './s3-answers.js';
import type { S3Requests } from './s3-requests.js';

/** Bytes that were read from an object. */
export interface ObjectBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The length of the whole object. */
  readonly size: number;
}

const writerHeader = 'x-amz-meta-writer';

/** The operations on a bucket that a store of segments needs. */
export class S3Bucket {
  readonly #requests: S3Requests;
  #knowsConditions = true;

  constructor(requests: S3Requests) {
    this.#requests = requests;
  }

  /**
   * Reads the bytes of an object from `start` up to, but not including, `end`. Fewer bytes are returned if the object is shorter,
   * and undefined if the object does not exist.
   */
  async read(key: string, start: number, end: number): Promise<ObjectBytes | undefined> {
    const answer = await this.#requests.send({ method: 'GET', key, headers: { range: `bytes=${start}-${end - 1}` } });
    if (answer === undefined) return undefined;
    const { bytes, status, headers } = answer;
    if (status === 200) return { bytes: bytes.slice(start, end), size: bytes.byteLength };
    return { bytes, size: Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]) };
  }

  /**
   * Writes an object that must not exist yet. A server without conditional writes overwrites an existing object.
   *
   * @param writer recognises the own object if the answer to an earlier try was lost
   * @throws ObjectStorageError `exists`
   */
  async write(key: string, body: Uint8Array<ArrayBuffer>, writer: string, signal?: AbortSignal): Promise<void> {
    const isConditional = this.#knowsConditions;
    const headers = { ...headersOf(body), [writerHeader]: writer, ...(isConditional && { 'if-none-match': '*' }) };
    try {
      await this.#requests.send({ method: 'PUT', key, headers, body, signal });
    } catch (error) {
      const code = error instanceof ObjectStorageError ? error.code : undefined;
      if (code === 'unsupported' && isConditional) {
        this.#knowsConditions = false;
        return this.write(key, body, writer, signal);
      }
      if (code !== 'exists') throw error;
      const found = await this.#requests.send({ method: 'HEAD', key, signal });
      if (found?.headers.get(writerHeader) === writer) return;
      throw new ObjectStorageError('exists', `The object ${key} is there already, and somebody else has written it`);
    }
  }

  /** Writes an object, and overwrites an existing object with the same key. */
  async replace(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#requests.send({ method: 'PUT', key, headers: headersOf(body), body });
  }

  /** Removes an object if it exists. */
  async remove(key: string): Promise<void> {
    await this.#requests.send({ method: 'DELETE', key });
  }

  /** Removes all objects under the prefix. */
  async removeAll(prefix: string): Promise<void> {
    for await (const keys of this.list(prefix)) await Promise.all(keys.map((key) => this.remove(key)));
  }

  /** Yields the keys under the prefix in order, in pages of up to 1,000 keys. */
  async *list(prefix: string): AsyncGenerator<readonly string[], void, undefined> {
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) };
      const answer = await this.#requests.send({ method: 'GET', query });
      const page = readListing(Buffer.from(answer!.bytes).toString('utf8'));
      if (page.keys.length > 0) yield page.keys;
      next = page.next;
    } while (next !== undefined);
  }

  /** @throws ObjectStorageError that says why the bucket cannot be used */
  async check(prefix: string, tries: 'once' | 'all'): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix };
    await this.#requests.send({ method: 'GET', query, once: tries === 'once' });
  }
}

function headersOf(body: Uint8Array) {
  return {
    'content-type': 'application/octet-stream',
    'x-amz-checksum-crc32': bigEndian(crc32(body)).toString('base64'),
  };
}

function bigEndian(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
