/** A name and a value in a query string, as the bytes that were sent. */
export type QueryPair = readonly [name: Buffer, value: Buffer];

const percent = 0x25;
/** The characters that `encodeURIComponent` does not change. */
const kept = /[\w.!~*'()-]/;

/**
 * Returns the pairs of a query string as bytes. `URLSearchParams` would read the bytes as text, and would replace bytes that are
 * not valid UTF-8 by another character.
 *
 * @param query the query in the form of Node's `request.url`, with one character for each byte
 */
export function readQueryBytes(query: string): QueryPair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), Buffer.alloc(0)] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
}

/** Writes a query string that contains these pairs. The result does not depend on how the pairs were encoded before. */
export function writeQueryBytes(pairs: readonly QueryPair[]): string {
  return pairs.map(([name, value]) => `${encodeBytes(name)}=${encodeBytes(value)}`).join('&');
}

/** Encodes bytes of UTF-8 text in the same way as `encodeURIComponent` encodes the text. */
export function encodeBytes(bytes: Uint8Array): string {
  let encoded = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    encoded += kept.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/**
 * Decodes `application/x-www-form-urlencoded`: `+` stands for a space, and a percent sign that is not followed by two digits
 * stands for itself.
 */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const digits = bytes[at] === percent ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isCode = /^[\da-f]{2}$/i.test(digits);
    bytes[length++] = isCode ? Number.parseInt(digits, 16) : (bytes[at] ?? 0);
    if (isCode) at += 2;
  }
  return bytes.subarray(0, length);
}
