/** What has been written by some moment. */
export interface Written {
  readonly records: number;
  readonly bytes: number;
}

export interface SafePointsOptions {
  /** Brings to the disk what was written before. */
  readonly flush: () => Promise<void>;
  /** Notes what has reached the disk. */
  readonly save: (safe: Written) => Promise<void>;
  readonly everyMs: number;
}

/**
 * Makes what is written safe from time to time, beside further writing: one flush at a time, and what was written after its beginning is
 * left to the next. After a failure nothing is noted as safe any more: a second flush may succeed without the bytes that the first has lost.
 */
export class SafePoints {
  readonly #options: SafePointsOptions;
  #lastAt = performance.now();
  #underWay: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: SafePointsOptions) {
    this.#options = options;
  }

  /**
   * Begins one where it is time, and does not wait for it.
   *
   * @throws what an earlier one has failed with
   */
  beginIfDue(written: Written): void {
    this.#throwFailure();
    if (this.#underWay !== undefined || performance.now() - this.#lastAt < this.#options.everyMs) return;
    void this.#begin(written);
  }

  /**
   * Makes everything safe.
   *
   * @throws what this or an earlier one has failed with
   */
  async make(written: Written): Promise<void> {
    await this.#underWay;
    this.#throwFailure();
    await this.#begin(written);
    this.#throwFailure();
  }

  /** Waits for the one under way. Its failure is told to whoever comes next. */
  async settle(): Promise<void> {
    await this.#underWay;
  }

  #begin(written: Written): Promise<void> {
    this.#underWay = this.#run(written);
    return this.#underWay;
  }

  async #run(written: Written): Promise<void> {
    const { flush, save } = this.#options;
    try {
      await flush();
      await save(written);
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#underWay = undefined;
      this.#lastAt = performance.now();
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
