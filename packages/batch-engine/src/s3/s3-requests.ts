import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Randomness, systemRandomness } from '../batch/randomness.js';
import { ObjectStorageError } from './object-storage-error.js';
import type { S3Address } from './s3-address.js';
import { isPassing, readRefusal, refusalError } from './s3-answers.js';

/** The credentials with which requests are signed. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The session token, which is needed with temporary credentials. */
  readonly sessionToken?: string;
}

/**
 * The class `AwsV4Signer` of the library aws4fetch. The library's own types compile only together with the types of a browser.
 */
export type SignerOfRequests = new (
  request: S3Credentials & {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly service: string;
    readonly region: string;
    /** The signing keys that were derived from the secret, one for each day. */
    readonly cache: Map<string, ArrayBuffer>;
  },
) => { sign(): Promise<{ readonly url: URL; readonly headers: Headers }> };

/** Settings for sending requests. Every request setting has a default, and times are in milliseconds. */
export interface S3RequestSettings {
  /** The maximum number of simultaneous requests of one process (default: 32). */
  readonly concurrency?: number;
  /** The maximum number of tries for a request that fails for a temporary reason (default: 7). */
  readonly triesAtMost?: number;
  /** The pause in milliseconds after the first try (default: 100). The pause doubles after each further try. */
  readonly firstPauseMs?: number;
  /** The maximum duration of one try (default: 20 seconds). */
  readonly timeoutMs?: number;
}

const defaults: Required<S3RequestSettings> = {
  concurrency: 32,
  triesAtMost: 7,
  firstPauseMs: 100,
  timeoutMs: 20_000,
};

/** A request about the bucket or about one of its objects. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  /** If true, the request is tried only once. */
  readonly once?: boolean;
}

/** An answer with a status below 300. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Thrown if one try of a request has failed. */
class FailedTry extends Error {
  override readonly name = 'FailedTry';
  readonly error: ObjectStorageError;
  readonly mayPass: boolean;

  constructor(error: ObjectStorageError, mayPass: boolean) {
    super(error.message);
    this.error = error;
    this.mayPass = mayPass;
  }
}

/**
 * Sends signed requests to one bucket, with a limited number of simultaneous requests. After a temporary failure, a request is
 * tried again. The pauses between tries become longer.
 */
export class S3Requests {
  readonly #address: S3Address;
  readonly #credentials: S3Credentials;
  readonly #Signer: SignerOfRequests;
  readonly #settings: Required<S3RequestSettings>;
  readonly #randomness: Randomness;
  readonly #atOnce;
  readonly #base: string;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(
    address: S3Address,
    credentials: S3Credentials,
    Signer: SignerOfRequests,
    settings: S3RequestSettings = {},
    randomness: Randomness = systemRandomness,
  ) {
    this.#address = address;
    this.#credentials = credentials;
    this.#Signer = Signer;
    this.#settings = { ...defaults, ...settings };
    this.#randomness = randomness;
    this.#atOnce = pLimit(this.#settings.concurrency);
    const { bucket, endpoint, bucketInHost } = address;
    this.#base = bucketInHost ? endpoint.replace('://', `://${bucket}.`) : `${endpoint}/${bucket}`;
  }

  /**
   * Sends the request and returns the answer. Returns undefined if the requested object does not exist.
   *
   * @throws ObjectStorageError when the server refuses, or does not answer in any of the tries
   */
  send(request: S3Request): Promise<S3Answer | undefined> {
    return this.#atOnce(() => this.#sendUntilAnswered(request));
  }

  async #sendUntilAnswered(request: S3Request): Promise<S3Answer | undefined> {
    const { signal, once = false } = request;
    const { firstPauseMs, triesAtMost } = this.#settings;
    for (let tried = 1; ; tried++) {
      signal?.throwIfAborted();
      try {
        return await this.#try(request);
      } catch (failure) {
        signal?.throwIfAborted();
        if (!(failure instanceof FailedTry)) throw failure;
        if (!failure.mayPass || once || tried >= triesAtMost) throw failure.error;
      }
      const pauseMs = firstPauseMs * 2 ** (tried - 1) * (0.5 + this.#randomness.fraction());
      await sleep(pauseMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  async #try(request: S3Request): Promise<S3Answer | undefined> {
    const { signed, headers, body, method } = await this.#sign(request);
    const answer = await this.#fetch(
      signed,
      { method, headers, ...(body && { body }), redirect: 'manual' },
      request.signal,
    );
    if (answer.status < 300) return answer;
    const text = Buffer.from(answer.bytes).toString('utf8');
    const refusal = readRefusal(answer.status, text);
    const isNoObject = request.key !== undefined && refusal.status === 404 && refusal.code !== 'NoSuchBucket';
    if (isNoObject) return undefined;
    throw new FailedTry(refusalError(refusal, this.#address), isPassing(refusal));
  }

  async #fetch(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<S3Answer> {
    const late = AbortSignal.timeout(this.#settings.timeoutMs);
    try {
      const response = await fetch(url, {
        ...init,
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (cause) {
      const { bucket, endpoint } = this.#address;
      const why = late.aborted ? `within ${this.#settings.timeoutMs / 1_000} seconds` : 'now';
      throw new FailedTry(
        new ObjectStorageError('unavailable', `Bucket "${bucket}" at ${endpoint} does not answer ${why}`, { cause }),
        true,
      );
    }
  }

  async #sign({ method, key, query, headers = {}, body }: S3Request) {
    const url = new URL(key === undefined ? this.#base : `${this.#base}/${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signer = new this.#Signer({
      ...this.#credentials,
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers },
      service: 's3',
      region: this.#address.region,
      cache: this.#signingKeys,
    });
    const request = await signer.sign();
    return { signed: request.url.href, headers: request.headers, body, method };
  }
}
