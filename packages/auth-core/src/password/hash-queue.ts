import { AuthError } from '../auth-error.js';

/** Port: observes a queue of hashes for metrics. */
export interface HashQueueWatch {
  opened(queue: Pick<HashQueue, 'running' | 'waiting'>): void;
  /** Called when the computation of a hash begins, with the time for which it has waited. */
  begun(waitedMs: number): void;
  /** Called when a password is not hashed, because too many passwords were waiting or because this password waited too long. */
  refused(): void;
}

/** The limits for the number of passwords that are being hashed, and for the number of passwords that wait. */
export interface HashQueueOptions {
  /** The maximum number of passwords that are hashed at the same time. Each hash takes the memory that argon2id needs. */
  readonly concurrency: number;
  /** The maximum number of passwords that may wait. */
  readonly longestQueue: number;
  readonly longestWaitMs: number;
  readonly watch?: HashQueueWatch | undefined;
}

/** Runs only a few expensive tasks at the same time, and refuses at once a task that would have to wait too long. */
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

  /** The place of a finished task is given directly to the next waiting task, so that no other task can take it. */
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
