/**
 * Bytes whose memory can be given back. The last holder calls `release`, once, when nobody reads the bytes any more. Without that call the
 * garbage collector frees them later: a forgotten release is no defect, an early one is.
 *
 * It pays: 16 readers of a batch of 100,000 records take 240 MB of the process, without it 366 MB, because the collector comes
 * too late for hundreds of megabytes a second (`npm run bench batch -- --memory 100000`).
 */
export interface OwnedBytes {
  readonly bytes: Uint8Array;
  release(): void;
}

/** Bytes that stay in memory, or whose memory somebody else gives back. */
export function sharedBytes(bytes: Uint8Array): OwnedBytes {
  return new Owned(bytes, undefined);
}

/** Bytes without any other reference. */
export function passingBytes(bytes: Uint8Array): OwnedBytes {
  return new Owned(bytes, () => freeMemory(bytes));
}

/** @param giveBack called once nobody reads the bytes any more */
export function ownedBytes(bytes: Uint8Array, giveBack: () => void): OwnedBytes {
  return new Owned(bytes, giveBack);
}

class Owned implements OwnedBytes {
  readonly bytes: Uint8Array;
  readonly #giveBack: (() => void) | undefined;

  constructor(bytes: Uint8Array, giveBack: (() => void) | undefined) {
    this.bytes = bytes;
    this.#giveBack = giveBack;
  }

  release(): void {
    this.#giveBack?.();
  }
}

/**
 * Gives the memory of some bytes back at once; nothing that shares it may be read any more. Small buffers are left alone, because Node
 * cuts them from a shared pool.
 */
export function freeMemory({ buffer, byteOffset }: Uint8Array): void {
  const isAlone = byteOffset === 0 && buffer.byteLength > Buffer.poolSize;
  if (isAlone && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
