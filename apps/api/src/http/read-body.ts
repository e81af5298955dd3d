import type { IncomingMessage } from 'node:http';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from './api-refusal.js';
import type { BodyPortion } from './body-memory.js';
import { isJsonContentType } from './media-types.js';
import { contentTypeOf } from './unread-body.js';

/** A body whose declared size is more than this many times the limit is not read to its end: the connection is closed. */
const discardedAtMost = 16;
/** First room for a body that does not declare its size. It doubles while the body grows. */
const firstRoomBytes = 64 * 1024;
/** Every piece costs time, however short it is. So a body may have 1,000 pieces, and one more for each 64 bytes. */
const piecesAtLeast = 1_000;
const bytesPerPiece = 64;

/** @throws ApiRefusal E700006 for a body whose declared size is too large */
export function refuseDeclaredSize(request: FastifyRequest, limitBytes: number): void {
  const declared = declaredBytes(request.raw) ?? 0;
  if (declared > limitBytes) throw tooLarge(declared > limitBytes * discardedAtMost);
}

/** @throws ApiRefusal E700002 for everything except uncompressed JSON */
export function refuseOtherContentTypes(request: FastifyRequest): void {
  const encoding = request.raw.headers['content-encoding'];
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (isPlain && isJsonContentType(contentTypeOf(request) ?? '')) return;
  throw ApiRefusal.of(errorCode.wrongContentType);
}

/**
 * Reads the whole body of a call, with memory from its portion.
 *
 * @throws ApiRefusal E700001, E700006, E900002
 */
export function readBody({ raw }: FastifyRequest, limitBytes: number, portion: BodyPortion): Promise<Buffer> {
  const body = new ArrivingBody(declaredBytes(raw), limitBytes, portion);
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        body.add(piece);
      } catch (error) {
        raw.off('data', onData).resume();
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

/** Collects the pieces of a body in one buffer. A buffer for each piece would take many times the memory. */
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
    portion.grow(declared ?? 0);
  }

  get bytes(): Buffer {
    return this.#room.length === this.#length ? this.#room : this.#room.subarray(0, this.#length);
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#limitBytes) throw tooLarge(true);
    if (++this.#pieces > piecesAtLeast + length / bytesPerPiece) throw tooManyPieces();
    if (piece.length === this.#declared) this.#room = piece;
    else this.#append(piece, length);
    this.#length = length;
  }

  #append(piece: Buffer, length: number): void {
    if (length > this.#room.length) this.#enlarge(this.#declared ?? Math.max(firstRoomBytes, 2 * length));
    piece.copy(this.#room, this.#length);
  }

  /** Nothing else is in the new buffer, so that it can move to a thread. */
  #enlarge(wantedBytes: number): void {
    const bytes = Math.min(wantedBytes, this.#limitBytes);
    this.#portion.grow(bytes);
    const room = Buffer.allocUnsafeSlow(bytes);
    this.#room.copy(room, 0, 0, this.#length);
    this.#room = room;
  }
}

function declaredBytes({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function endedEarly(cause?: Error): ApiRefusal {
  return ApiRefusal.of(errorCode.bodyUnreadable, { detail: 'The body ended early: send it again.', cause });
}

function tooManyPieces(): ApiRefusal {
  const detail = 'The body comes in too many pieces: send longer ones.';
  return ApiRefusal.of(errorCode.bodyUnreadable, { detail, headers: { Connection: 'close' } });
}

function tooLarge(cutsLine: boolean): ApiRefusal {
  return ApiRefusal.of(errorCode.bodyTooLarge, cutsLine ? { headers: { Connection: 'close' } } : {});
}
