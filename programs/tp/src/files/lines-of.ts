import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const lineEnd = 0x0a;

/**
 * The lines of a stream, without their line ends. Only a line feed ends a line: JSON texts may contain Unicode's other
 * line separators. The last line may end without a line feed.
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

/** The lines of a file. A file that does not exist has no lines. */
export async function* linesOf(path: string): AsyncGenerator<Uint8Array> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  yield* splitLines(createReadStream(path, { highWaterMark: readBytes }));
}
