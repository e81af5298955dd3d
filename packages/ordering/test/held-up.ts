import { linesOf } from '../src/testing/lines.js';

/** Yields the given lines, but waits for a promise before the last line. */
export async function* heldUp(lines: readonly object[], before: Promise<void>): AsyncGenerator<Buffer> {
  yield* linesOf(lines.slice(0, -1));
  await before;
  yield* linesOf(lines.slice(-1));
}
