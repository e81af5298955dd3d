import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const lineEnd = 0x0a;

/**
 * The lines of a stream, without their ends. Only a line feed ends one: JSON has other line separators of Unicode within its texts.
 * What follows the last end is a line if it is not empty.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      const rest = chunk.subarray(from, end);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

const readBytes = 262_144;

/** The lines of a file; none if there is no such file. */
export async function* linesOf(path: string): AsyncGenerator<Uint8Array> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  yield* splitLines(createReadStream(path, { highWaterMark: readBytes }));
}
