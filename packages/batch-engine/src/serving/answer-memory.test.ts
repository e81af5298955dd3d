import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type OwnedBytes, passingBytes } from '../bytes/owned-bytes.js';
import { AnswerMemory } from './answer-memory.js';

const pieceBytes = 1024 * 1024;
const sliceBytes = 64 * 1024;
const content = randomBytes(pieceBytes);
/**
 * A separate instance, because the instance of the process may have waiting pieces of other tests, and timers that
 * never fired.
 */
const answerMemory = new AnswerMemory();
/** The maximum number of pieces that may be made at the same time. */
const roomForPieces = 16;
/** The number of stalled readers in the test, which is more than may be stalled at the same time. */
const stalledReaders = 14;
/** The time in milliseconds after which a reader that has not taken its piece certainly counts as stalled. */
const longMs = 150;
/** The time in milliseconds within which a piece is certainly freed while other pieces wait for memory. */
const longerMs = 400;

beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

/** Makes a reader of one piece. `made` gets an entry each time a piece is made, also when the same piece is made again. */
function reader() {
  const made: Uint8Array[] = [];
  const make = () => {
    const piece = passingBytes(Uint8Array.from(content));
    made.push(piece.bytes);
    return piece;
  };
  return { made, pieces: answerMemory.pass(make(), async () => make()) };
}

function makePiece(): Promise<OwnedBytes> {
  return answerMemory.make(pieceBytes, async () => passingBytes(Uint8Array.from(content)));
}

async function nextOf(pieces: AsyncGenerator<OwnedBytes>): Promise<Uint8Array> {
  const { value, done } = await pieces.next();
  if (done === true) throw new Error('The reader is at its end');
  return value.bytes;
}

/** Waits until the event loop has turned often enough to make all pieces that may be made. */
async function turnsPass(): Promise<void> {
  for (let turn = 0; turn < 3 * roomForPieces; turn++) await nextTurn();
}

describe('the memory of answers', () => {
  it('is given out in slices while too much of it is stuck, and whole again afterwards', async () => {
    const stalled = Array.from({ length: stalledReaders }, () => reader().pieces);
    for (const pieces of stalled) expect(await nextOf(pieces)).toHaveLength(pieceBytes);
    expect(answerMemory.isStuck).toBe(false);
    await jest.advanceTimersByTimeAsync(longMs);
    expect(answerMemory.isStuck).toBe(true);

    const { made, pieces } = reader();
    const slices = [await nextOf(pieces)];
    expect(slices[0]).toHaveLength(sliceBytes);
    expect(made[0]).toHaveLength(pieceBytes);
    await jest.advanceTimersByTimeAsync(longMs);
    expect(made[0]).toHaveLength(0);
    for await (const slice of pieces) slices.push(slice.bytes);
    expect(Buffer.concat(slices).equals(content)).toBe(true);
    expect(made.map(({ length }) => length)).toEqual(made.map(() => 0));
    expect(made.length).toBeGreaterThan(1);

    for (const each of stalled) await each.return(undefined);
    expect(answerMemory.isStuck).toBe(false);
    expect(await nextOf(reader().pieces)).toHaveLength(pieceBytes);
  });

  it('lets no more be made at once than there is room for, and the rest soon, whether or not readers take theirs', async () => {
    let made = 0;
    const making = Array.from({ length: 3 * roomForPieces }, () =>
      answerMemory.make(pieceBytes, async () => {
        made++;
        return passingBytes(new Uint8Array(1));
      }),
    );
    await Promise.all(making.slice(0, roomForPieces));
    await turnsPass();
    expect(made).toBe(roomForPieces);
    (await making[0])?.release();
    await making[roomForPieces];
    await turnsPass();
    expect(made).toBe(roomForPieces + 1);
    await jest.advanceTimersByTimeAsync(longerMs);
    await turnsPass();
    expect(made).toBe(2 * roomForPieces + 1);
    await jest.advanceTimersByTimeAsync(longerMs);
    for (const each of making) (await each).release();
    expect(made).toBe(making.length);
  });

  it('counts a piece as long as it is being made, and then lets it go for others, also while its reader goes on', async () => {
    const giveBack = answerMemory.hold(roomForPieces * pieceBytes);
    const started: PromiseWithResolvers<OwnedBytes>[] = [];
    const making = Array.from({ length: roomForPieces + 1 }, () =>
      answerMemory.make(pieceBytes, () => {
        const piece = Promise.withResolvers<OwnedBytes>();
        started.push(piece);
        return piece.promise;
      }),
    );
    await turnsPass();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(roomForPieces);

    const made = started.map(({ resolve }) => {
      const piece = passingBytes(Uint8Array.from(content));
      resolve(piece);
      return piece.bytes;
    });
    const readers = (await Promise.all(making.slice(0, roomForPieces))).map((piece) =>
      answerMemory.pass(piece, async () => passingBytes(Uint8Array.from(content))),
    );
    for (let slice = 0; slice < 10; slice++) {
      for (const pieces of readers) expect(await nextOf(pieces)).toHaveLength(sliceBytes);
      await jest.advanceTimersByTimeAsync(50);
    }
    expect(made.map(({ length }) => length)).toEqual(made.map(() => 0));
    await turnsPass();
    expect(started).toHaveLength(roomForPieces + 1);

    started.at(-1)?.resolve(passingBytes(new Uint8Array(1)));
    (await making.at(-1))?.release();
    for (const pieces of readers) await pieces.return(undefined);
    giveBack();
  });

  it('counts a piece no longer among those that are made once its reader has it whole', async () => {
    const made = await Promise.all(Array.from({ length: roomForPieces }, makePiece));
    const readers = made.map((piece) => answerMemory.pass(piece, undefined));
    for (const pieces of readers) expect(await nextOf(pieces)).toHaveLength(pieceBytes);
    (await makePiece()).release();
    for (const pieces of readers) await pieces.return(undefined);
    for (const piece of made) piece.release();
  });

  it('keeps no room for a piece that could not be made', async () => {
    const failing = Array.from({ length: 3 * roomForPieces }, () =>
      answerMemory.make(pieceBytes, () => Promise.reject(new Error('unreadable'))),
    );
    for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected');
    const piece = await makePiece();
    expect(piece.bytes).toHaveLength(pieceBytes);
  });
});
