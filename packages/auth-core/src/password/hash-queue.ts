import { AuthError } from '../auth-error.js';

export interface HashQueueOptions {
  /** Hashes that run at once; each takes the memory of one argon2id hash. */
  readonly concurrency: number;
  /** Hashes that may wait beside them. */
  readonly longestQueue: number;
  readonly longestWaitMs: number;
}

/** Runs only a few pieces of expensive work at a time, and refuses at once whatever would wait too long. */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #waiting: Array<() => void> = [];
  #running = 0;

  constructor(options: HashQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws AuthError `overloaded` when the queue is full or the wait too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running++;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#options.longestQueue) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(overloaded());
      }, this.#options.longestWaitMs);
      this.#waiting.push(start);
    });
  }

  /** A place is handed over directly, so nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

function overloaded(): AuthError {
  return new AuthError('overloaded', 'Too many sign-ins at once; please try again', { retryAfterSeconds: 2 });
}
