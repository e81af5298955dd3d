import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type * as Argon2 from '@node-rs/argon2';
import { HashQueue, type HashQueueOptions } from './hash-queue.js';
import type { PasswordHasher } from './password-hasher.js';

/** The parameters that OWASP recommends first for argon2id: 19 MiB of memory, 2 passes and 1 lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const current = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$`;

/** Hashes passwords with argon2id (RFC 9106), the default of the library. A queue limits the number of simultaneous hashes. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #argon2: typeof Argon2;
  readonly #queue: HashQueue;

  /** @throws Error that says what to install when `@node-rs/argon2` is missing */
  constructor(options: Partial<HashQueueOptions> = {}) {
    this.#argon2 = loadArgon2();
    this.#queue = new HashQueue({
      concurrency: options.concurrency ?? Math.max(1, Math.min(4, availableParallelism())),
      longestQueue: options.longestQueue ?? 100,
      longestWaitMs: options.longestWaitMs ?? 5_000,
      watch: options.watch,
    });
  }

  hash(password: string): Promise<string> {
    return this.#queue.run(() => this.#argon2.hash(password, argon2Parameters));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.#queue.run(() => this.#argon2.verify(passwordHash, password));
  }

  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(current);
  }
}

/** The library is loaded only when it is needed, because an application that only protects an API hashes no passwords. */
function loadArgon2(): typeof Argon2 {
  const name = '@node-rs/argon2';
  try {
    return createRequire(import.meta.url)(name) as typeof Argon2;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw cause;
    throw new Error(`Install ${name} to hash passwords: npm install ${name}`, { cause });
  }
}
