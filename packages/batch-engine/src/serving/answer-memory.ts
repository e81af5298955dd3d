import { type OwnedBytes, passingBytes } from '../bytes/owned-bytes.js';

/** Memory that readers may hold who do not take it, in bytes, in the whole process. */
const stuckBytesAtMost = 16 * 1024 * 1024;
/** After which bytes that were handed to a reader count as not taken: one that reads at all takes a piece in much less. */
const stuckAfterMs = 100;
/** What a reader gets at a time while too much is stuck, in bytes. */
const sliceBytes = 64 * 1024;

interface Held {
  readonly bytes: number;
  readonly since: number;
}

/**
 * The memory of pieces that were handed to readers and that they have not taken. While too much of it is stuck, readers
 * get their pieces in slices: one who stops holds a slice and not a piece, which is made again when it goes on.
 */
class AnswerMemory {
  /** The oldest first. */
  readonly #held = new Set<Held>();

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

  /**
   * Hands a piece to a reader, whole or in slices.
   *
   * @param remake makes the same piece again; without it the piece is handed over whole
   */
  async *pass(
    piece: OwnedBytes,
    remake: (() => Promise<OwnedBytes>) | undefined,
  ): AsyncGenerator<OwnedBytes, void, undefined> {
    if (remake !== undefined && piece.bytes.length > sliceBytes && this.isStuck) {
      yield* slicesOf(piece, remake);
      return;
    }
    const giveBack = this.hold(piece.bytes.byteLength);
    try {
      yield piece;
    } finally {
      giveBack();
    }
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
