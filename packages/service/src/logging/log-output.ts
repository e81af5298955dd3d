import { fstatSync, write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines are collected and written together, when there are this many bytes or after `flushMs`. */
const bytesPerWrite = 8_192;
const flushMs = 100;
/** The maximum number of bytes that are kept while nothing can be written. Further lines are lost. */
const heldBytesAtMost = 2_097_152;
/** A failed write is repeated after this time. The pause doubles with each failure, up to `flushMs`. */
const firstRetryMs = 1;
/** How long `end` waits for a blocked reader. An exit without `end` waits equally long. */
const endWaitMs = 500;
const exitWaitMs = 100;

const standardOutput = 1;
const nothing = Buffer.alloc(0);

/**
 * Standard output for log lines. Even if its reader is gone or blocked, or the disk is full, `write` neither throws nor
 * waits, memory stays bounded, and the process can end. Unwritten text up to `heldBytesAtMost` is kept and tried again;
 * further lines are counted as lost.
 */
export class LogOutput {
  readonly #onLost: (lines: number) => void;
  readonly #waits: boolean;
  readonly #flushing: NodeJS.Timeout;
  /** Lines that are not yet part of a write. */
  #text = '';
  #textBytes = 0;
  /** The rest of the current write, or of a write that will be repeated. */
  #rest: Buffer = nothing;
  #underWay = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #bytesPerWrite = bytesPerWrite;
  #lostLines = 0;
  #lostUntold = 0;

  /** @param onLost called when lines can be written again, with the number of lost lines */
  constructor(onLost: (lines: number) => void) {
    this.#onLost = onLost;
    this.#waits = !neverWaits();
    this.#flushing = setInterval(() => this.#flush(), flushMs).unref();
    process.on('exit', this.#writeAtExit);
  }

  /** Number of lines lost since the start. */
  get lostLines(): number {
    return this.#lostLines;
  }

  /** @param line one line or more, with the line break at the end */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#heldBytes + bytes > heldBytesAtMost) {
      this.#lostLines++;
      this.#lostUntold++;
      return;
    }
    this.#text += line;
    this.#textBytes += bytes;
    if (this.#textBytes >= this.#bytesPerWrite) this.#writeOn();
  }

  /** Resolves when all lines are written, at the latest after `endWaitMs`. Later lines are written one by one. */
  async end(): Promise<void> {
    const end = performance.now() + endWaitMs;
    this.#flush();
    while (this.#heldBytes > 0 && performance.now() < end) {
      await sleep(firstRetryMs);
      this.#flush();
    }
    clearInterval(this.#flushing);
    process.off('exit', this.#writeAtExit);
    this.#bytesPerWrite = 0;
  }

  get #heldBytes(): number {
    return this.#rest.length + this.#textBytes;
  }

  #flush(): void {
    this.#writeOn();
    if (this.#lostUntold === 0 || this.#heldBytes > 0) return;
    const lines = this.#lostUntold;
    this.#lostUntold = 0;
    this.#onLost(lines);
    this.#writeOn();
  }

  /** Writes the kept text, unless a write is running or waits for a retry. */
  #writeOn(): void {
    if (this.#underWay || this.#retry !== undefined || this.#heldBytes === 0) return;
    if (this.#rest.length === 0) this.#rest = this.#takeText();
    if (this.#waits) {
      this.#underWay = true;
      write(standardOutput, this.#rest, (error, written) => {
        this.#underWay = false;
        this.#goOn(error === null ? written : undefined);
      });
    } else {
      this.#goOn(tryToWrite(this.#rest));
    }
  }

  #goOn(written: number | undefined): void {
    if (written === undefined) {
      this.#tryLater();
      return;
    }
    this.#retryMs = firstRetryMs;
    this.#rest = this.#rest.subarray(written);
    if (this.#rest.length > 0 || this.#textBytes >= bytesPerWrite) this.#writeOn();
  }

  #tryLater(): void {
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#writeOn();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, flushMs);
  }

  #takeText(): Buffer {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#textBytes = 0;
    return bytes;
  }

  /** For an exit without `end`, for example after an uncaught error. Node itself finishes a running write. */
  readonly #writeAtExit = (): void => {
    const end = performance.now() + exitWaitMs;
    let rest = Buffer.concat([this.#underWay ? nothing : this.#rest, this.#takeText()]);
    while (rest.length > 0 && performance.now() < end) {
      const written = tryToWrite(rest);
      if (written === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, firstRetryMs);
      else rest = rest.subarray(written);
    }
  };
}

/**
 * Whether writes to standard output never wait. Node makes a pipe or a socket non-blocking when its stream is first
 * used. Standard error is opened for the same reason: Node's report of an uncaught error must not delay the end.
 */
function neverWaits(): boolean {
  void process.stderr;
  const kind = fstatSync(standardOutput);
  return (kind.isFIFO() || kind.isSocket()) && process.stdout.writable;
}

/** Number of bytes written; undefined if the write failed. */
function tryToWrite(bytes: Buffer): number | undefined {
  try {
    return writeSync(standardOutput, bytes);
  } catch {
    return undefined;
  }
}
