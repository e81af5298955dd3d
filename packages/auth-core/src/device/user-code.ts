import type { Randomness } from '../randomness.js';
import type { KeyedHash, ServerSecret } from '../secret/server-secret.js';

/** There are no vowels, so that no code is a word (RFC 8628 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const group = 4;
/** Bytes from this value on are not used, because with them some letters would be more frequent. */
const fairBytes = 256 - (256 % letters.length);
const separators = /[\s\p{Dash_Punctuation}\u30fc\u2212]/gu;
const longestTyped = 64;
const codeForm = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** Makes a code that a person can type. It has 8 letters, and there are 20 to the power of 8 such codes. */
export function makeUserCode(randomness: Randomness): string {
  let code = '';
  while (code.length < length) {
    for (const byte of randomness.bytes(length)) {
      if (byte < fairBytes && code.length < length) code += letters[byte % letters.length];
    }
  }
  return code;
}

/** Returns a code in the form in which people read it, such as `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, group)}-${code.slice(group)}`;
}

/**
 * Reads a code that a person has typed, in any case and width, with or without hyphens and blanks. Returns undefined if
 * the text is not a code.
 */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > longestTyped) return undefined;
  const code = typed.normalize('NFKC').replaceAll(separators, '').toUpperCase();
  return codeForm.test(code) ? code : undefined;
}

/**
 * A code is too short for a plain digest, because somebody with a copy of the database could find the code by trying.
 */
export function hashUserCode(secret: ServerSecret, code: string): readonly [KeyedHash, ...KeyedHash[]] {
  return secret.macs('user-code', code);
}
