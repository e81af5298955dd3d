import type { Randomness } from '../randomness.js';
import { sha256 } from '../secret/same-bytes.js';

const codesPerUser = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 4;
const lettersPerGroup = 4;

/**
 * Makes the ten recovery codes of a user. A code has 80 random bits, in four groups of four letters and digits. Letters and digits
 * that look alike are not used.
 */
export function makeRecoveryCodes(randomness: Randomness): readonly string[] {
  return Array.from({ length: codesPerUser }, () =>
    Array.from({ length: groups }, () =>
      [...randomness.bytes(lettersPerGroup)].map((byte) => letters[byte % letters.length]).join(''),
    ).join('-'),
  );
}

/**
 * Converts a typed code to the form in which it was made. A person may type it in several ways. Returns undefined for
 * any other text.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  if (!/^[a-km-np-z2-9]{16}$/.test(text)) return undefined;
  return text.match(/.{4}/g)?.join('-');
}

/** A code is random, so a plain digest protects it as well as a slow hash. The digest is different for each user. */
export function hashRecoveryCode(subject: string, code: string): Buffer {
  return sha256(`recovery-code\n${subject}\n${code}`);
}
