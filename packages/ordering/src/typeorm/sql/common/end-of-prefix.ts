/** Returns a text that comes after all texts with this beginning, in the order of their bytes. */
export function endOfPrefix(beginning: string): string {
  return `${beginning}\u{10FFFF}`;
}
