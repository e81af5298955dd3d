import { decodePart, longestMark, markOf } from './decode-text.js';

const nothing: Uint8Array = new Uint8Array();

/**
 * Streams the text of a long file as UTF-8, without a byte order mark. UTF-16 is recognized by its byte order mark and
 * converted. UTF-8 bytes are not checked here, because the program that reads the lines can say which line is
 * invalid.
 *
 * @param name the name under which the user knows the file
 * @throws FileError `not-text` if UTF-16 is broken
 */
export async function* utf8Of(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const head = await readHead(chunks);
    const { encoding, bytes: mark } = markOf(head);
    let [rest, at] = [head.subarray(mark), mark];
    for (let isLast = false; !isLast; ) {
      // oxlint-disable-next-line no-await-in-loop -- pieces are read in their order
      const next = await chunks.next();
      isLast = next.done === true;
      if (encoding === 'utf-8') {
        if (rest.length > 0) yield rest;
        rest = next.done === true ? nothing : next.value;
        continue;
      }
      const end = isLast ? rest.length : wholeCharacters(rest, encoding);
      if (end > 0) yield Buffer.from(decodePart(rest.subarray(0, end), { encoding, name, at }));
      at += end;
      rest = next.done === true ? nothing : Buffer.concat([rest.subarray(end), next.value]);
    }
  } finally {
    await chunks.return?.();
  }
}

/** Reads enough bytes of a file to recognize its byte order mark. */
async function readHead(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = nothing;
  while (head.length < longestMark) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await chunks.next();
    if (done === true) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  return head;
}

/** The number of bytes to the end of the last whole UTF-16 character. A surrogate pair is not split. */
function wholeCharacters(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const even = bytes.length - (bytes.length % 2);
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}
