/** Ends a call when its caller gives up, or when nothing was heard for some time. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#given?.reason);
  readonly #silenceMs: number;
  readonly #given: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(silenceMs: number, given: AbortSignal | undefined) {
    this.#silenceMs = silenceMs;
    this.#given = given;
    if (given?.aborted === true) this.#abort();
    else given?.addEventListener('abort', this.#abort, { once: true });
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the silence was too long. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Something came: the silence begins anew. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort(new Error('silence'));
    }, this.#silenceMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#given?.removeEventListener('abort', this.#abort);
  }
}
