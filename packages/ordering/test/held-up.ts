import { linesOf } from '../src/testing/lines.js';

/** Lines that wait for a promise before the last of them. */
export async function* heldUp(lines: readonly object[], before: Promise<void>): AsyncGenerator<Buffer> {
  yield* linesOf(lines.slice(0, -1));
  await before;
  yield* linesOf(lines.slice(-1));
}
