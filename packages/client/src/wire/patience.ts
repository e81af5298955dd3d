/** Aborts a call when its caller aborts, or after too long a silence. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#given?.reason);
  readonly #silenceMs: number;
  readonly #given: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = performance.now();
  #isOver = false;

  constructor(silenceMs: number, given: AbortSignal | undefined) {
    this.#silenceMs = silenceMs;
    this.#given = given;
    if (given?.aborted === true) this.#abort();
    else given?.addEventListener('abort', this.#abort, { once: true });
    this.#watch(silenceMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the silence was too long. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Measures the silence from now. This function is called for every piece of an answer, so it must be fast. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Stops measuring the silence while nobody reads. */
  rest(): void {
    this.#heardAt = Number.POSITIVE_INFINITY;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#given?.removeEventListener('abort', this.#abort);
  }

  #watch(ms: number): void {
    this.#timer = setTimeout(() => {
      const leftMs = this.#silenceMs - (performance.now() - this.#heardAt);
      if (leftMs >= 1) return this.#watch(Math.min(leftMs, this.#silenceMs));
      this.#isOver = true;
      this.#controller.abort(new Error('silence'));
    }, ms);
  }
}
