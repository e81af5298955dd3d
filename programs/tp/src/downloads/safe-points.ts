/** The amounts that were written up to a certain moment. */
export interface Written {
  readonly records: number;
  readonly bytes: number;
}

export interface SafePointsOptions {
  /** Flushes all earlier writes to the disk. */
  readonly flush: () => Promise<void>;
  /** Saves the amount that is on the disk. */
  readonly save: (safe: Written) => Promise<void>;
  readonly everyMs: number;
}

/**
 * Flushes written data at intervals while writing goes on. Only one flush runs at a time. Data that is written after a
 * flush has begun belongs to the next flush. After a failed flush, no further data counts as safe: a second flush may
 * succeed although the failed flush has lost bytes.
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
   * Starts a flush if one is due, without waiting for it.
   *
   * @throws the error of an earlier flush
   */
  beginIfDue(written: Written): void {
    this.#throwFailure();
    if (this.#underWay !== undefined || performance.now() - this.#lastAt < this.#options.everyMs) return;
    void this.#begin(written);
  }

  /**
   * Flushes everything.
   *
   * @throws the error of this or an earlier flush
   */
  async make(written: Written): Promise<void> {
    await this.#underWay;
    this.#throwFailure();
    await this.#begin(written);
    this.#throwFailure();
  }

  /** Waits for the running flush. The next caller gets the error of this flush. */
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
