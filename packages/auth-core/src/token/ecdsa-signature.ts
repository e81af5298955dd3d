/** The number of bytes of each of the two numbers in a P-256 signature. */
const numberBytes = 32;
const sequence = 0x30;
const integer = 0x02;

/**
 * Converts a signature from the DER form, which OpenSSL makes, to the form of fixed length that tokens contain (RFC 7518 3.4).
 * Node can also do this conversion, but needs as much time for it as for the signature itself.
 */
export function toFixedLength(der: Uint8Array): Buffer {
  const fixed = Buffer.alloc(2 * numberBytes);
  let offset = 2;
  for (const end of [numberBytes, 2 * numberBytes]) {
    const start = offset + 2;
    offset = start + (der[offset + 1] ?? 0);
    const digits = der.subarray(start, offset);
    const significant = digits.subarray(Math.max(0, digits.length - numberBytes));
    fixed.set(significant, end - significant.length);
  }
  return fixed;
}

/** Converts a signature of 64 bytes from the form of fixed length to the DER form. */
export function toDer(fixed: Uint8Array): Buffer {
  const numbers = [fixed.subarray(0, numberBytes), fixed.subarray(numberBytes)].map(toInteger);
  const content = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([sequence, content.length]), content]);
}

/** Removes leading zeros from a number, but keeps one zero if the number would otherwise look negative. */
function toInteger(digits: Uint8Array): Buffer {
  const first = digits.findIndex((byte) => byte !== 0);
  const significant = digits.subarray(first < 0 ? digits.length - 1 : first);
  const sign = (significant[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.from([integer, sign.length + significant.length, ...sign, ...significant]);
}
