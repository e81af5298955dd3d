/** Ends a call when its caller gives up, or when nothing was heard for some time. */
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

  /** Something came: the silence begins anew. Called for every piece, so that it has to be cheap. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Nobody listens now: the silence begins when somebody does again. */
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
