import type { IncomingMessage } from 'node:http';
import type { BodyPortion } from './body-memory.js';
import { BodyRefused } from './body-refused.js';

/** Initial buffer for a body without a declared size. It doubles while the body grows. */
const firstRoomBytes = 64 * 1024;
/** Every piece costs time, however short it is. So a body may have 1,000 pieces, and one more for each 64 bytes. */
const piecesAtLeast = 1_000;
const bytesPerPiece = 64;
/** Freeing a shorter piece costs more than it saves. */
const worthGivingBackBytes = 4_096;

/**
 * Reads the whole body of a call. The body may take as much memory as `portion` grants.
 *
 * @throws BodyRefused
 */
export function readBody(raw: IncomingMessage, limitBytes: number, portion: BodyPortion): Promise<Buffer> {
  // The client left while the guards judged the call, and no further event will report it.
  if (raw.destroyed) return Promise.reject(endedEarly());
  const body = new ArrivingBody(declaredBytes(raw), limitBytes, portion);
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        body.add(piece);
      } catch (error) {
        raw.off('data', onData);
        discard(raw);
        reject(error);
      }
    };
    raw.on('data', onData);
    raw.once('end', () => resolve(body.bytes));
    raw.once('error', (error) => reject(endedEarly(error)));
    raw.once('close', () => {
      if (!raw.complete) reject(endedEarly());
    });
  });
}

/** Reads the rest of a body, and frees its memory without the collector. */
export function discard(raw: IncomingMessage): IncomingMessage {
  return raw.on('data', giveBack);
}

/**
 * Frees the memory of a piece at once. Otherwise the memory that waits for the collector would be many times the size
 * of the bodies.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (byteLength >= worthGivingBackBytes && byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}

/** Collects the pieces of a body in one buffer. One buffer for each piece would take many times the memory. */
class ArrivingBody {
  readonly #declared: number | undefined;
  readonly #limitBytes: number;
  readonly #portion: BodyPortion;
  #room: Buffer = Buffer.alloc(0);
  #length = 0;
  #pieces = 0;

  constructor(declared: number | undefined, limitBytes: number, portion: BodyPortion) {
    this.#declared = declared;
    this.#limitBytes = limitBytes;
    this.#portion = portion;
    portion.grow(Math.min(declared ?? 0, limitBytes));
  }

  get bytes(): Buffer {
    return this.#room.length === this.#length ? this.#room : this.#room.subarray(0, this.#length);
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#limitBytes) this.#overflow(piece);
    if (++this.#pieces > piecesAtLeast + length / bytesPerPiece) throw tooManyPieces();
    if (piece.length === this.#declared) this.#room = piece;
    else this.#append(piece, length);
    this.#length = length;
  }

  #overflow(piece: Buffer): never {
    this.#append(piece.subarray(0, this.#limitBytes - this.#length), this.#limitBytes);
    this.#length = this.#limitBytes;
    throw new BodyRefused('too-large', { cutsLine: true, beginning: this.bytes });
  }

  #append(piece: Buffer, length: number): void {
    if (length > this.#room.length) this.#enlarge(this.#declared ?? Math.max(firstRoomBytes, 2 * length));
    piece.copy(this.#room, this.#length);
    giveBack(piece);
  }

  /** The new buffer holds nothing else, so it can be transferred to a thread. */
  #enlarge(wantedBytes: number): void {
    const bytes = Math.min(wantedBytes, this.#limitBytes);
    this.#portion.grow(bytes);
    const room = Buffer.allocUnsafeSlow(bytes);
    this.#room.copy(room, 0, 0, this.#length);
    this.#room = room;
  }
}

/** The declared size of a body. */
export function declaredBytes({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function endedEarly(cause?: Error): BodyRefused {
  return new BodyRefused('ended-early', { cause });
}

function tooManyPieces(): BodyRefused {
  return new BodyRefused('too-many-pieces', { cutsLine: true });
}
