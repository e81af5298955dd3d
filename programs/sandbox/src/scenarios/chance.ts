/** A number from 0 to below 1. Equal seeds and words give equal numbers (FNV-1a, then the mixer of MurmurHash3). */
export function chance(seed: number, ...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** An integer between two bounds, both included. */
export function between(least: number, most: number, share: number): number {
  return least + Math.floor(share * (most - least + 1));
}
