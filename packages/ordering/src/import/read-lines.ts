import { utf8Of } from '@trading-platform/files';

/** One line of a file. `bytes` is absent if the line is longer than the limit. */
export interface SourceLine {
  readonly number: number;
  readonly bytes?: Buffer;
}

const lineFeed = 10;

/**
 * Splits a stream of text into lines of UTF-8, and returns several lines at a time. The input text is UTF-8, or UTF-16 with a
 * byte order mark. At most `longestLine` bytes of an incomplete line are kept in memory. The last line may end without a line
 * feed.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>, longestLine: number): AsyncGenerator<SourceLine[]> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;

  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= longestLine) parts.push(part);
    else parts = [];
  };
  const finish = (): SourceLine => {
    number++;
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const line = length > longestLine || bytes === undefined ? { number } : { number, bytes };
    parts = [];
    length = 0;
    return line;
  };

  for await (const chunk of utf8Of(input, 'the file')) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: SourceLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      keep(bytes.subarray(start, end));
      lines.push(finish());
      start = end + 1;
    }
    if (start < bytes.length) keep(Buffer.from(bytes.subarray(start)));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [finish()];
}
