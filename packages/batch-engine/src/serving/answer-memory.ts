import { type OwnedBytes, ownedBytes, passingBytes } from '../bytes/owned-bytes.js';
import { ByteTurns } from './byte-turns.js';

/** The maximum number of bytes that stalled readers may hold in the whole process. */
const stuckBytesAtMost = 12 * 1024 * 1024;
/** The time after which a reader that has not taken its bytes counts as stalled. A normal reader takes a piece much sooner. */
const stuckAfterMs = 100;
/**
 * The limits for pieces in the process that are not yet handed over as a whole: their number, and their bytes in
 * memory.
 */
const madeAtMost = { pieces: 1_000, bytes: 16 * 1024 * 1024 } as const;
/** The maximum time for which a piece that is handed over in slices stays in memory while other pieces wait for memory. */
const keptMs = 300;
/** The maximum memory, in bytes, of all pieces in the process that were handed over as a whole. */
const wholeBytesAtMost = 16 * 1024 * 1024;
/** The maximum number of bytes that the whole process makes in one turn of the event loop. */
const bytesPerTurn = 4 * 1024 * 1024;
/** The interval at which waiting pieces are checked if no memory is freed. */
const lookAgainMs = 5;
/** The number of bytes that a reader gets at a time while memory is short. */
const sliceBytes = 64 * 1024;

interface Held {
  readonly bytes: number;
  readonly since: number;
}

/**
 * Limits the memory of the pieces of answers that wait until their readers (the callers) have read them. While too
 * much memory is in use, pieces are handed over in slices. A stalled reader then holds only a slice instead of a whole
 * piece, and the piece is made again when the reader continues.
 */
export class AnswerMemory {
  /** The handed-over pieces, with the oldest piece first. */
  readonly #held = new Set<Held>();
  #wholeBytes = 0;
  readonly #made = new MadePieces();
  readonly #turns = new ByteTurns(bytesPerTurn);

  /** Counts the bytes of a piece that is handed over as a whole, until the returned function is called. */
  hold(bytes: number): () => void {
    const held = { bytes, since: performance.now() };
    this.#held.add(held);
    this.#wholeBytes += bytes;
    return () => {
      if (this.#held.delete(held)) this.#wholeBytes -= bytes;
    };
  }

  /** Whether the given number of bytes may be handed over as a whole now. */
  hasRoomFor(bytes: number): boolean {
    return this.#wholeBytes + bytes <= wholeBytesAtMost && !this.isStuck;
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

  /** Makes a piece of about this size as soon as there is enough memory, which stays reserved until the piece is released. */
  async make(bytes: number, make: () => Promise<OwnedBytes>): Promise<OwnedBytes> {
    const room = await this.#made.room(bytes);
    try {
      await this.#turns.take(bytes);
      return this.#made.add(await make(), room);
    } catch (error) {
      room.giveBack();
      throw error;
    }
  }

  /**
   * Hands a piece to a reader, as a whole or in slices.
   *
   * @param remake makes the same piece again; without it the piece is handed over whole
   */
  async *pass(
    piece: OwnedBytes,
    remake: (() => Promise<OwnedBytes>) | undefined,
  ): AsyncGenerator<OwnedBytes, void, undefined> {
    const { byteLength } = piece.bytes;
    if (remake !== undefined && byteLength > sliceBytes && !this.hasRoomFor(byteLength)) {
      yield* this.#slicesOf(piece, remake);
      return;
    }
    this.#made.handOver(piece);
    const giveBack = this.hold(byteLength);
    try {
      yield piece;
    } finally {
      giveBack();
    }
  }

  /** Each slice is a copy, so that the piece itself can be freed when the reader stalls. */
  async *#slicesOf(piece: OwnedBytes, remake: () => Promise<OwnedBytes>): AsyncGenerator<OwnedBytes, void, undefined> {
    const { length } = piece.bytes;
    let whole: OwnedBytes | undefined;
    const letGo = () => {
      whole?.release();
      whole = undefined;
    };
    const keep = (made: OwnedBytes) => {
      this.#made.lend(made, letGo);
      return made;
    };
    whole = keep(piece);
    try {
      for (let start = 0; start < length; start += sliceBytes) {
        whole ??= keep(await remake());
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
}

/** The memory that is reserved for a piece. */
interface Room {
  readonly bytes: number;
  /** The time at which the piece was made. */
  since: number;
  readonly giveBack: () => void;
  /** Frees the piece before its reader has received all of it. */
  letGo: (() => void) | undefined;
}

/**
 * The pieces in memory, including the pieces that are being made. If there is not enough memory, further pieces wait. The piece
 * that has waited longest gets memory first.
 */
class MadePieces {
  readonly #rooms = new Set<Room>();
  readonly #roomOf = new WeakMap<OwnedBytes, Room>();
  readonly #waiting: { readonly bytes: number; readonly start: (room: Room) => void }[] = [];
  #bytes = 0;
  #servesLater = false;

  /** Resolves when the given number of bytes can be reserved. */
  async room(bytes: number): Promise<Room> {
    if (this.#waiting.length === 0 && this.#hasRoom()) return this.#take(bytes);
    return new Promise((start) => {
      this.#waiting.push({ bytes, start });
      this.#serve();
    });
  }

  /** Stores a piece in the memory that was reserved for it. */
  add(piece: OwnedBytes, room: Room): OwnedBytes {
    room.since = performance.now();
    const made = ownedBytes(piece.bytes, () => {
      piece.release();
      room.giveBack();
    });
    this.#roomOf.set(made, room);
    return made;
  }

  /** Allows the piece to be freed from now on. A freed piece is made again when its reader needs it. */
  lend(piece: OwnedBytes, letGo: () => void): void {
    const room = this.#roomOf.get(piece);
    if (room !== undefined) room.letGo = letGo;
  }

  /** Frees the memory that was reserved for the piece. */
  handOver(piece: OwnedBytes): void {
    this.#roomOf.get(piece)?.giveBack();
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const { bytes, start } = this.#waiting.shift()!;
      start(this.#take(bytes));
    }
    if (this.#waiting.length > 0) this.#serveLater();
  }

  #serveLater(): void {
    if (this.#servesLater) return;
    this.#servesLater = true;
    setTimeout(() => {
      this.#servesLater = false;
      this.#letGoOld();
      this.#serve();
    }, lookAgainMs);
  }

  #letGoOld(): void {
    const before = performance.now() - keptMs;
    for (const room of this.#rooms) {
      if (room.since > before) continue;
      room.letGo?.();
      room.giveBack();
    }
  }

  #hasRoom(): boolean {
    return this.#bytes < madeAtMost.bytes && this.#rooms.size < madeAtMost.pieces;
  }

  #take(bytes: number): Room {
    const room: Room = {
      bytes,
      since: Number.POSITIVE_INFINITY,
      letGo: undefined,
      giveBack: () => {
        if (!this.#rooms.delete(room)) return;
        this.#bytes -= bytes;
        this.#serve();
      },
    };
    this.#rooms.add(room);
    this.#bytes += bytes;
    return room;
  }
}

/** There is one instance for the process, because all readers share the memory of the process. */
export const answerMemory = new AnswerMemory();
