import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { HashQueue, type HashQueueOptions } from './hash-queue.js';
import type { PasswordHasher } from './password-hasher.js';

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const current = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$`;

/** argon2id (RFC 9106), the default of the library, behind a bounded queue. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #queue: HashQueue;

  constructor(options: Partial<HashQueueOptions> = {}) {
    this.#queue = new HashQueue({
      concurrency: options.concurrency ?? Math.max(1, Math.min(4, availableParallelism())),
      longestQueue: options.longestQueue ?? 100,
      longestWaitMs: options.longestWaitMs ?? 5_000,
    });
  }

  hash(password: string): Promise<string> {
    return this.#queue.run(() => hash(password, argon2Parameters));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.#queue.run(() => verify(passwordHash, password));
  }

  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(current);
  }
}
