import type { StoredRecord } from '../../../wire/index.js';

/** The records of one window. */
export type RecordWindow = readonly StoredRecord[];

export interface WindowOptions {
  readonly recordCount: number;
  readonly windowSize: number;
  /**
   * The maximum number of windows that are kept. The window that has not been looked at for the longest time is dropped
   * first.
   */
  readonly keptWindows: number;
  /** Fetches the records from one sequence number to another. The first and the last number are both included. */
  readonly fetchRange: (seqFrom: number, seqTo: number, signal: AbortSignal) => Promise<RecordWindow>;
  /** Called when new records or errors must be drawn. */
  readonly onChange: () => void;
}

/**
 * Divides the records of a batch into windows, and fetches a window when the user looks at it. Therefore memory use is
 * limited, even for a large batch.
 */
export class RecordWindows {
  readonly #options: WindowOptions;
  /** The kept windows, sorted so that the window that the user looked at last comes at the end. */
  readonly #kept = new Map<number, RecordWindow>();
  readonly #running = new Map<number, AbortController>();
  readonly #failed = new Map<number, unknown>();
  /** The window that is fetched because the user opened one of its records. */
  #needed: number | undefined;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** Returns the record of a row, counted from 0. The result is undefined while the record is not loaded. */
  at(row: number): StoredRecord | undefined {
    const { windowSize } = this.#options;
    return this.#kept.get(Math.floor(row / windowSize))?.[row % windowSize];
  }

  /**
   * Sets which rows are visible. Then fetches the missing windows of these rows and aborts the fetches of other
   * windows.
   */
  look(first: number, count: number): void {
    const { windowSize, recordCount } = this.#options;
    const last = Math.min(first + count, recordCount) - 1;
    const wanted = new Set<number>();
    for (let index = Math.floor(first / windowSize); index * windowSize <= last; index += 1) wanted.add(index);
    for (const [index, running] of this.#running) if (!wanted.has(index) && index !== this.#needed) running.abort();
    for (const index of wanted) this.#use(index);
  }

  /** Fetches the window of one row, even if that row is not visible. */
  need(row: number): void {
    this.#needed = Math.floor(row / this.#options.windowSize);
    this.#use(this.#needed);
  }

  /** The error that prevents visible rows from being shown. The error is undefined if no fetch failed. */
  get failure(): unknown {
    return this.#failed.values().next().value;
  }

  get isLoading(): boolean {
    return this.#running.size > 0;
  }

  /** Failed fetches will be repeated when their rows are looked at again. */
  retry(): void {
    this.#failed.clear();
    this.#options.onChange();
  }

  get loadedCount(): number {
    return [...this.#kept.values()].reduce((sum, window) => sum + window.length, 0);
  }

  /** Aborts all running fetches. */
  close(): void {
    for (const running of this.#running.values()) running.abort();
  }

  #use(index: number): void {
    const window = this.#kept.get(index);
    if (window !== undefined) {
      this.#kept.delete(index);
      this.#kept.set(index, window);
    } else if (!this.#running.has(index) && !this.#failed.has(index)) {
      void this.#fetch(index);
    }
  }

  async #fetch(index: number): Promise<void> {
    const { windowSize, recordCount, keptWindows, fetchRange, onChange } = this.#options;
    const controller = new AbortController();
    this.#running.set(index, controller);
    try {
      const seqFrom = index * windowSize + 1;
      const records = await fetchRange(seqFrom, Math.min(seqFrom + windowSize - 1, recordCount), controller.signal);
      this.#kept.set(index, records);
      for (const oldest of this.#kept.keys()) {
        if (this.#kept.size <= keptWindows) break;
        this.#kept.delete(oldest);
      }
    } catch (error) {
      if (!controller.signal.aborted) this.#failed.set(index, error);
    } finally {
      this.#running.delete(index);
      onChange();
    }
  }
}
