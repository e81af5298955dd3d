import { linesOf } from '../src/testing/lines.js';

/** The given lines, with a wait for a promise before the last one. */
export async function* heldUp(lines: readonly object[], before: Promise<void>): AsyncGenerator<Buffer> {
  yield* linesOf(lines.slice(0, -1));
  await before;
  yield* linesOf(lines.slice(-1));
}
