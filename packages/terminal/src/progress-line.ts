import type { WriteStream } from 'node:tty';

const barWidth = 30;
const updateEveryMs = 100;

/** One line on a terminal that shows how far something has come; silent anywhere else. */
export class ProgressLine {
  readonly #stream: WriteStream | undefined;
  readonly #started = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;
  #visible = false;

  /** @param stream usually `process.stderr`, so that standard output carries only the outcome */
  constructor(stream: WriteStream) {
    this.#stream = stream.isTTY ? stream : undefined;
  }

  /**
   * @param share done, 0 to 1; undefined when the end is not known
   * @param count what to show as done, such as records
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

  /** Takes the line away, so that something else can be written. */
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
