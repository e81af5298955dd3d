import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Randomness, systemRandomness } from '../batch/randomness.js';
import { ObjectStorageError } from './object-storage-error.js';
import type { S3Address } from './s3-address.js';
import { isPassing, readRefusal, refusalError } from './s3-answers.js';

/** The credentials that sign requests. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** With temporary credentials. */
  readonly sessionToken?: string;
}

/** `AwsV4Signer` of aws4fetch, whose own types only compile with those of a browser. */
export type SignerOfRequests = new (
  request: S3Credentials & {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly service: string;
    readonly region: string;
    /** Keys that are derived from the secret, one for each day. */
    readonly cache: Map<string, ArrayBuffer>;
  },
) => { sign(): Promise<{ readonly url: URL; readonly headers: Headers }> };

/** How requests are made. Everything has a default; times are milliseconds. */
export interface S3RequestSettings {
  /** Requests of one process that are under way at once. Default 32. */
  readonly concurrency?: number;
  /** Tries of one request whose failure may pass. Default 7. */
  readonly triesAtMost?: number;
  /** Pause after the first try; it doubles with each further one. Default 100. */
  readonly firstPauseMs?: number;
  /** How long one try may take. Default 20 seconds. */
  readonly timeoutMs?: number;
}

const defaults: Required<S3RequestSettings> = {
  concurrency: 32,
  triesAtMost: 7,
  firstPauseMs: 100,
  timeoutMs: 20_000,
};

/** A request about the bucket, or one of its objects. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  /** Only one try. */
  readonly once?: boolean;
}

/** An answer with a status below 300. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A try has failed. */
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

/** Signed requests to one bucket, a bounded number at once. Failures that may pass are tried again, with growing pauses. */
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
   * Sends the request. Answers undefined if there is no such object.
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
