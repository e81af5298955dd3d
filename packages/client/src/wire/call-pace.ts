import { PlatformError } from '../errors/platform-error.js';
import { throwIfAborted } from './aborted.js';
import type { OnPause } from './pause.js';
import { sleep } from './sleep.js';

export interface CallPaceOptions {
  /** If the count restarts later than this, the call fails instead of waiting. */
  readonly longestWaitSeconds: number;
  readonly onPause: OnPause | undefined;
}

/**
 * Keeps the calls of a client within the platform's call count, by the `RateLimit-*` headers of its answers (Spec 8): a
 * call beyond the count waits until the count restarts.
 */
export class CallPace {
  readonly #options: CallPaceOptions;
  #left = Number.POSITIVE_INFINITY;
  #startsAgainAt = 0;
  #underWay = 0;
  /** Wakes waiting calls when the count has changed. */
  #changed = new AbortController();

  constructor(options: CallPaceOptions) {
    this.#options = options;
  }

  /**
   * Makes a call when its turn comes.
   *
   * @throws PlatformError `too-many-calls` if the call would have to wait too long for its turn
   */
  async run<T extends { readonly headers: Headers }>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal);
    this.#underWay++;
    try {
      const answer = await call();
      this.#note(answer.headers);
      return answer;
    } catch (error) {
      if (error instanceof PlatformError) this.#noteRefusal(error);
      throw error;
    } finally {
      this.#underWay--;
      this.#wake();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const ms = this.#startsAgainAt - Date.now();
      if (ms <= 0) this.#left = Number.POSITIVE_INFINITY;
      if (this.#left > this.#underWay) return;
      const seconds = Math.ceil(ms / 1_000);
      if (seconds > this.#options.longestWaitSeconds) {
        const reason = `The platform takes no more calls now: try again in ${seconds} s`;
        throw new PlatformError('too-many-calls', reason, { retryAfterSeconds: seconds });
      }
      // While other calls run, this call waits, because their answers may report that calls are left.
      if (this.#underWay === 0) this.#options.onPause?.({ reason: 'call-count', ms });
      await this.#sleepUntilChanged(ms, signal);
    }
  }

  async #sleepUntilChanged(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const ended = new AbortController();
    const end = () => ended.abort();
    const { signal: changed } = this.#changed;
    signal?.addEventListener('abort', end, { once: true });
    changed.addEventListener('abort', end, { once: true });
    try {
      // A timer may fire up to 1 ms before the clock says so, and the call would then pause a second time.
      await sleep(ms + 1, ended.signal).catch(() => undefined);
    } finally {
      signal?.removeEventListener('abort', end);
      changed.removeEventListener('abort', end);
    }
    throwIfAborted(signal);
  }

  #note(headers: Headers): void {
    const left = numberOf(headers.get('ratelimit-remaining'));
    const seconds = numberOf(headers.get('ratelimit-reset'));
    if (left === undefined || seconds === undefined) return;
    this.#left = left;
    this.#startsAgainAt = Date.now() + seconds * 1_000;
  }

  #noteRefusal({ code, retryAfterSeconds }: PlatformError): void {
    if (code !== 'too-many-calls' || retryAfterSeconds === undefined) return;
    this.#left = 0;
    this.#startsAgainAt = Date.now() + retryAfterSeconds * 1_000;
  }

  #wake(): void {
    this.#changed.abort();
    this.#changed = new AbortController();
  }
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
