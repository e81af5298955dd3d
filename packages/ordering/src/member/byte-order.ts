/** Compares two texts by their UTF-8 bytes, as the databases do. */
export function inByteOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
