import { linesOf } from '../src/testing/lines.js';

/** A statement that waits for a lock must not be broken off while the process with the lock is delayed. */
export const patient = { statementTimeoutMs: 120_000 } as const;

/** Yields the given lines, but waits for a promise before the last line. */
export async function* heldUp(lines: readonly object[], before: Promise<void>): AsyncGenerator<Buffer> {
  yield* linesOf(lines.slice(0, -1));
  await before;
  yield* linesOf(lines.slice(-1));
}
