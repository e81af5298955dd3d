/**
 * Large buffers that live only until they have been sent. Their memory is given back at that moment: waiting for the
 * garbage collector would let a process that inflates hundreds of megabytes a second grow by a hundred megabytes.
 */
export class PassingBuffers {
  readonly #buffers = new WeakSet<Uint8Array>();

  /** Notes a buffer that owns the whole of its memory and that nobody else refers to. */
  own<Bytes extends Uint8Array>(buffer: Bytes): Bytes {
    this.#buffers.add(buffer);
    return buffer;
  }

  /** Gives the memory of a noted buffer back; leaves any other bytes alone. */
  release(bytes: Uint8Array): void {
    if (!this.#buffers.delete(bytes)) return;
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}
