/**
 * What is to be done once a piece of an answer has been sent: memory is given back at that moment. Waiting for the
 * garbage collector would let a process that passes hundreds of megabytes a second on grow by a hundred megabytes.
 */
export class SentPieces {
  readonly #actions = new WeakMap<Uint8Array, () => void>();

  /** Runs `action` when the piece has been sent, if anybody tells so. */
  onSent<Bytes extends Uint8Array>(piece: Bytes, action: () => void): Bytes {
    this.#actions.set(piece, action);
    return piece;
  }

  /** The same for a piece that nobody else refers to: its memory is given back. */
  passing<Bytes extends Uint8Array>(piece: Bytes): Bytes {
    return this.onSent(piece, () => freeMemory(piece));
  }

  /** The piece has been sent, and nobody reads it any more. */
  sent(piece: Uint8Array): void {
    const action = this.#actions.get(piece);
    if (action === undefined) return;
    this.#actions.delete(piece);
    action();
  }
}

/**
 * Gives the memory behind some bytes back at once; nothing that shares it may be read any more. Small buffers are left
 * alone, because Node cuts them from a pool that others use as well.
 */
export function freeMemory({ buffer, byteOffset }: Uint8Array): void {
  const isAlone = byteOffset === 0 && buffer.byteLength > Buffer.poolSize;
  if (isAlone && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
