/**
 * Releases the memory of some bytes at once. No other bytes may use the same memory. Node's shared pool of small buffers is never
 * released.
 */
export function freeMemory({ buffer, byteOffset }: Uint8Array): void {
  const isPooled = byteOffset > 0 || buffer.byteLength === Buffer.poolSize;
  if (!isPooled && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
