import { type OwnedBytes, ownedBytes, passingBytes } from '../bytes/owned-bytes.js';

/** Memory that readers may hold who do not take it, in bytes, in the whole process. */
const stuckBytesAtMost = 16 * 1024 * 1024;
/** After which bytes that were handed to a reader count as not taken: one that reads at all takes a piece in much less. */
const stuckAfterMs = 100;
/**
 * Memory of pieces that are being made or were made so lately that they do not count as stuck yet, in bytes, in the whole
 * process. It bounds what readers take who all come within a moment.
 */
const freshBytesAtMost = 24 * 1024 * 1024;
/** Memory of pieces that were handed over whole, in bytes, in the whole process. */
const wholeBytesAtMost = 24 * 1024 * 1024;
/** How often those who wait for room are looked at while nobody gives any back. */
const lookAgainMs = 5;
/** What a reader gets at a time while memory is short, in bytes. */
const sliceBytes = 64 * 1024;

interface Held {
  readonly bytes: number;
  readonly since: number;
}

/**
 * The memory of pieces that were handed to readers and that they have not taken. While there is too much of it, readers
 * get their pieces in slices: one who stops holds a slice and not a piece, which is made again when it goes on.
 */
class AnswerMemory {
  /** The oldest first. */
  readonly #held = new Set<Held>();
  #wholeBytes = 0;
  readonly #fresh = new FreshPieces();

  /** Answers what gives the bytes back. */
  hold(bytes: number): () => void {
    const held = { bytes, since: performance.now() };
    this.#held.add(held);
    return () => this.#held.delete(held);
  }

  get isStuck(): boolean {
    const before = performance.now() - stuckAfterMs;
    let stuck = 0;
    for (const { bytes, since } of this.#held) {
      if (since > before) return false;
      stuck += bytes;
      if (stuck > stuckBytesAtMost) return true;
    }
    return false;
  }

  /** Makes a piece of about so many bytes as soon as there is room for it. */
  async make(bytes: number, make: () => Promise<OwnedBytes>): Promise<OwnedBytes> {
    const giveBack = await this.#fresh.room(bytes);
    try {
      const piece = await make();
      return ownedBytes(piece.bytes, () => {
        giveBack();
        piece.release();
      });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /**
   * Hands a piece to a reader, whole or in slices.
   *
   * @param remake makes the same piece again; without it the piece is handed over whole
   */
  async *pass(
    piece: OwnedBytes,
    remake: (() => Promise<OwnedBytes>) | undefined,
  ): AsyncGenerator<OwnedBytes, void, undefined> {
    const { byteLength } = piece.bytes;
    if (remake !== undefined && byteLength > sliceBytes && this.#isShortOf(byteLength)) {
      yield* slicesOf(piece, remake);
      return;
    }
    const giveBack = this.hold(byteLength);
    this.#wholeBytes += byteLength;
    try {
      yield piece;
    } finally {
      this.#wholeBytes -= byteLength;
      giveBack();
    }
  }

  #isShortOf(bytes: number): boolean {
    return this.#wholeBytes + bytes > wholeBytesAtMost || this.isStuck;
  }
}

/** The pieces that are being made or were made lately. Those for which there is no room wait, first come, first served. */
class FreshPieces {
  /** The oldest first. */
  readonly #fresh = new Set<Held>();
  readonly #waiting: { readonly bytes: number; readonly start: (giveBack: () => void) => void }[] = [];
  #bytes = 0;
  #servesLater = false;

  /** Resolves when there is room, with what gives it back before its time. */
  async room(bytes: number): Promise<() => void> {
    if (this.#waiting.length === 0 && this.#hasRoom()) return this.#add(bytes);
    return new Promise((start) => {
      this.#waiting.push({ bytes, start });
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const { bytes, start } = this.#waiting.shift()!;
      start(this.#add(bytes));
    }
    if (this.#waiting.length > 0) this.#serveLater();
  }

  #serveLater(): void {
    if (this.#servesLater) return;
    this.#servesLater = true;
    setTimeout(() => {
      this.#servesLater = false;
      this.#serve();
    }, lookAgainMs);
  }

  #hasRoom(): boolean {
    const before = performance.now() - stuckAfterMs;
    for (const held of this.#fresh) {
      if (held.since > before) break;
      this.#remove(held);
    }
    return this.#bytes < freshBytesAtMost;
  }

  #add(bytes: number): () => void {
    const held = { bytes, since: performance.now() };
    this.#fresh.add(held);
    this.#bytes += bytes;
    return () => {
      this.#remove(held);
      this.#serve();
    };
  }

  #remove(held: Held): void {
    if (this.#fresh.delete(held)) this.#bytes -= held.bytes;
  }
}

/** One for the process, as its memory is one. */
export const answerMemory = new AnswerMemory();

/** A slice is a copy, so that the piece behind it can go when its reader stops; for one that goes on it stays. */
async function* slicesOf(
  piece: OwnedBytes,
  remake: () => Promise<OwnedBytes>,
): AsyncGenerator<OwnedBytes, void, undefined> {
  const { length } = piece.bytes;
  let whole: OwnedBytes | undefined = piece;
  const letGo = () => {
    whole?.release();
    whole = undefined;
  };
  try {
    for (let start = 0; start < length; start += sliceBytes) {
      whole ??= await remake();
      const slice = Buffer.from(whole.bytes.subarray(start, start + sliceBytes));
      const stopped = setTimeout(letGo, stuckAfterMs);
      try {
        yield passingBytes(slice);
      } finally {
        clearTimeout(stopped);
      }
    }
  } finally {
    letGo();
  }
}
