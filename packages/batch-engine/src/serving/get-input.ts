import { type OwnedBytes, passingBytes, sharedBytes } from '../bytes/owned-bytes.js';
import { inputPieceBytes, unpackPiece } from '../bytes/packed-input.js';
import { answerMemory } from './answer-memory.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, useBatch } from './find-batch.js';
import type { SendableBody } from './send-body.js';

/** A request for the input of a batch, with the text that comes before and after it. */
export interface InputRequest extends BatchRef {
  readonly head: string;
  readonly tail: string;
}

/** @see BatchEngine.inputBody */
export async function getInputBody(
  parts: EngineParts,
  { head, tail, ...ref }: InputRequest,
): Promise<SendableBody | undefined> {
  const { id } = await useBatch(parts, ref);
  const pieces = await parts.batches.readInput(id);
  return pieces.length === 0 ? undefined : { body: framed(pieces, Buffer.from(head), Buffer.from(tail)) };
}

/** Each piece is decompressed when the previous piece has been taken. */
async function* framed(
  pieces: readonly Uint8Array[],
  head: Uint8Array,
  tail: Uint8Array,
): AsyncGenerator<OwnedBytes, void, undefined> {
  yield sharedBytes(head);
  for (const piece of pieces) {
    const make = async () => passingBytes(await unpackPiece(piece));
    yield* answerMemory.pass(await answerMemory.make(inputPieceBytes, make), make);
  }
  yield sharedBytes(tail);
}
