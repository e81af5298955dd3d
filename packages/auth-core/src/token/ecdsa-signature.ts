/** Bytes of each of the two numbers of a P-256 signature. */
const numberBytes = 32;
const sequence = 0x30;
const integer = 0x02;

/**
 * Converts a signature from the DER form, which OpenSSL makes, to the fixed length that tokens carry (RFC 7518 3.4). Node can
 * do it too, but takes as long for it as for the signature itself.
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

/** The DER form of a fixed-length signature of 64 bytes. */
export function toDer(fixed: Uint8Array): Buffer {
  const numbers = [fixed.subarray(0, numberBytes), fixed.subarray(numberBytes)].map(toInteger);
  const content = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([sequence, content.length]), content]);
}

/** A number without leading zeros, except for one zero where it would look negative. */
function toInteger(digits: Uint8Array): Buffer {
  const first = digits.findIndex((byte) => byte !== 0);
  const significant = digits.subarray(first < 0 ? digits.length - 1 : first);
  const sign = (significant[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.from([integer, sign.length + significant.length, ...sign, ...significant]);
}
