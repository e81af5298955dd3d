import { HttpException } from '@nestjs/common';
import { type JsonExcess, jsonBounds } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';

/** Reasons to refuse a body. */
export type BodyRefusal =
  | 'too-large'
  | 'wrong-type'
  | 'no-room'
  | 'ended-early'
  | 'too-many-pieces'
  | 'not-json'
  | JsonExcess;

const refusals: Readonly<Record<BodyRefusal, readonly [status: number, message: string]>> = {
  'too-large': [413, 'The body is too large: send a smaller one.'],
  'wrong-type': [415, 'The body has another Content-Type or Content-Encoding than is read here.'],
  'no-room': [503, errorText('bodiesUnderWay')],
  'ended-early': [400, errorText('bodyEndedEarly')],
  'too-many-pieces': [400, errorText('bodyInPieces')],
  'not-json': [400, 'The body is not JSON in UTF-8: correct it.'],
  'too-deep': [400, errorText('bodyTooDeep', { levels: jsonBounds.depth })],
  'too-many-values': [400, errorText('bodyValues', { most: jsonBounds.values.toLocaleString('en') })],
};

/** Bodies are read quickly, so the next attempt usually finds room. */
const noRoom = { 'Retry-After': '1', Connection: 'close' };
const lineCut = { Connection: 'close' };

/** Details of a refused body. */
export interface RefusedBody {
  /** The connection is closed after the answer, without waiting for the rest of the body. */
  readonly cutsLine?: boolean;
  /** The received part of a body that is too large. */
  readonly beginning?: Buffer;
  readonly cause?: unknown;
}

/** A refused body. A service may answer it in its own form; otherwise Nest answers with the status and the message. */
export class BodyRefused extends HttpException {
  readonly reason: BodyRefusal;
  /** Headers of the answer; `UnreadBody` sets them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly beginning: Buffer | undefined;

  constructor(reason: BodyRefusal, { cutsLine = false, beginning, cause }: RefusedBody = {}) {
    const [status, message] = refusals[reason];
    super(message, status, { cause });
    this.reason = reason;
    this.headers = reason === 'no-room' ? noRoom : cutsLine ? lineCut : {};
    this.beginning = beginning;
  }
}
