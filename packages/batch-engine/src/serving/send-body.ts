import type { Writable } from 'node:stream';
import type { OwnedBytes } from '../bytes/owned-bytes.js';
import { answerMemory } from './answer-memory.js';

/** The part of a range that `sendBody` needs. */
export interface SendableBody {
  readonly buffers?: readonly OwnedBytes[] | undefined;
  readonly body: AsyncIterable<OwnedBytes>;
}

/**
 * Writes an answer at the speed of its reader, and ends it. Resolves with `true` when the operating system has accepted all bytes
 * of the answer. Acceptance by the operating system does not prove that the answer arrived; `DeliveryEvidence` finds such proof.
 * Resolves with `false` if the other side closed the connection before the answer was complete. If the connection is closed
 * early, the rest of the answer is not made.
 *
 * @throws the error of reading the answer; `writable` is then destroyed, so that no client mistakes a part for the
 * whole answer
 * @example
 * const range = await engine.range(request);
 * reply.raw.writeHead(200, { 'Content-Length': range.contentLength });
 * const delivered = evidence.begin(request.raw.socket);
 * if ((await sendBody(range, reply.raw)) && (await delivered())) await markDelivered(range.receipts());
 */
export async function sendBody(answer: SendableBody, writable: Writable): Promise<boolean> {
  const ending = ended(writable);
  if (writable.destroyed) return false;
  if (answer.buffers === undefined) {
    await writePieces(answer, writable, ending);
    return ending;
  }
  const giveBack = answerMemory.hold(answer.buffers.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  writeTogether(answer.buffers, writable);
  const complete = await ending;
  giveBack();
  if (complete) for (const buffer of answer.buffers) buffer.release();
  return complete;
}

/** Resolves when it is known whether the operating system has accepted the whole answer. */
function ended(writable: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    writable.once('finish', () => resolve(true));
    writable.once('close', () => resolve(false));
    writable.once('error', () => resolve(false));
  });
}

/**
 * Sends a small answer by one call of the operating system. If the length of the answer is unknown, Node adds the markers of
 * chunks late, so the end of the answer must wait for the chunks.
 */
function writeTogether(buffers: readonly OwnedBytes[], writable: Writable): void {
  writable.cork();
  for (const { bytes } of buffers) writable.write(bytes);
  writable.uncork();
  writable.end();
}

async function writePieces({ body }: SendableBody, writable: Writable, ending: Promise<boolean>): Promise<void> {
  const line = new Line(writable, ending);
  try {
    for await (const piece of body) {
      if (line.isOver) return;
      const goesOn = writable.write(piece.bytes, (error) => {
        if (!error) piece.release();
      });
      if (!goesOn) await line.drained();
      if (line.isOver) return;
    }
    writable.end();
  } catch (error) {
    writable.destroy();
    throw error;
  }
}

/**
 * Tells when more of an answer can be written. It adds its listeners once for the whole answer, because an answer may
 * have many pieces.
 */
class Line {
  isOver = false;
  #goOn: () => void = () => undefined;

  constructor(writable: Writable, ending: Promise<boolean>) {
    writable.on('drain', () => this.#goOn());
    void ending.finally(() => {
      this.isOver = true;
      this.#goOn();
    });
  }

  /** Resolves when the reader has taken enough, or when the answer has ended. */
  async drained(): Promise<void> {
    if (!this.isOver) await new Promise<void>((resolve) => (this.#goOn = resolve));
  }
}
