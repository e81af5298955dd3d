import { AuthError } from '../auth-error.js';

/** Port: watches a queue of hashes, for metrics. */
export interface HashQueueWatch {
  opened(queue: Pick<HashQueue, 'running' | 'waiting'>): void;
  /** A hash begins, after it waited so long. */
  begun(waitedMs: number): void;
  /** A hash was refused: too many waited, or it waited too long. */
  refused(): void;
}

/** How much is hashed at once, and what may wait. */
export interface HashQueueOptions {
  /** Hashes that run at once; each takes the memory of one argon2id hash. */
  readonly concurrency: number;
  /** Hashes that may wait beside them. */
  readonly longestQueue: number;
  readonly longestWaitMs: number;
  readonly watch?: HashQueueWatch | undefined;
}

/** Runs only a few pieces of expensive work at a time, and refuses at once work that would wait too long. */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #waiting: Array<() => void> = [];
  #running = 0;

  constructor(options: HashQueueOptions) {
    this.#options = options;
    options.watch?.opened(this);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws AuthError `overloaded` when the queue is full or the wait too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { watch } = this.#options;
    const askedAt = performance.now();
    await this.#enter();
    try {
      watch?.begun(performance.now() - askedAt);
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
    if (this.#waiting.length >= this.#options.longestQueue) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(this.#refusal());
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

  #refusal(): AuthError {
    this.#options.watch?.refused();
    return new AuthError('overloaded', 'Too many sign-ins at once; please try again', { retryAfterSeconds: 2 });
  }
}
