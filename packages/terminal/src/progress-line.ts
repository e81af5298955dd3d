import type { WriteStream } from 'node:tty';

const barWidth = 30;
const updateEveryMs = 100;

/** A progress line on a terminal; silent if the stream is not a terminal. */
export class ProgressLine {
  readonly #stream: WriteStream | undefined;
  readonly #started = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;
  #visible = false;

  /** @param stream usually `process.stderr`, so that standard output contains only the result */
  constructor(stream: WriteStream) {
    this.#stream = stream.isTTY ? stream : undefined;
  }

  /**
   * @param share done, 0 to 1; undefined if the total is unknown
   * @param count the number done, such as records
   */
  show(share: number | undefined, count: number, unit: string): void {
    const now = performance.now();
    if (this.#stream === undefined || now - this.#shownAt < updateEveryMs) return;
    this.#shownAt = now;
    const rate = Math.round(count / Math.max(0.001, (now - this.#started) / 1_000));
    const numbers = `${count.toLocaleString('en')} ${unit}, ${rate.toLocaleString('en')}/s`;
    this.#write(
      share === undefined ? numbers : `${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %  ${numbers}`,
    );
  }

  /** Removes the line, so that other text can follow. */
  clear(): void {
    if (this.#visible) this.#stream?.write('\r\u001b[K');
    this.#visible = false;
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }

  #write(text: string): void {
    this.#stream?.write(`\r\u001b[K${text.slice(0, this.#stream.columns - 1)}`);
    this.#visible = true;
  }
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}
