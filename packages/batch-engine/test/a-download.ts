import type { BatchFunction, BatchSnapshot, OwnedBytes, RenderedRecord } from '../src/index.js';

export const owner = { memberCode: 'M1', clientId: 'C1' };
export const letters = { ...owner, functionName: 'letters' };

/** The criteria of the test function. */
export interface LettersCriteria {
  readonly count: number;
  /** The number of records per chunk (default: 100). */
  readonly chunk?: number;
  /** The pause before every chunk. */
  readonly pauseMs?: number;
}

/** Returns the bytes after the head of record `seq`. The sizes of records vary, and some characters need several bytes. */
export function bodyOf(seq: number): string {
  return `"letter":"文${seq}","text":${JSON.stringify('あb"\n'.repeat((seq * 7) % 40))}}`;
}

/** Returns record `seq` in the form in which it must arrive. */
export function recordOf(batchId: string, createDate: string, seq: number): string {
  return `{"batch_id":"${batchId}","seq":"${seq}","create_date":"${createDate}",${bodyOf(seq)}`;
}

export const snapshotInstant = new Date('2026-04-01T00:00:00.999Z');
export const createDate = '2026-04-01 09:00:00';

/**
 * Makes a download of numbered letters for tests. A test may replace `open`. The property `closed` counts the snapshots that were
 * closed.
 */
export function aDownload(change: Partial<BatchFunction<LettersCriteria>> = {}) {
  const counts = { opened: 0, closed: 0 };
  const download: BatchFunction<LettersCriteria> = {
    name: 'letters',
    arrayName: 'letters',
    maxRecordsPerGet: 5000,
    recordHead: (batch, seq) => `{"batch_id":"${batch.batchId}","seq":"${seq}","create_date":"${batch.createDate}",`,
    open: async (criteria, signal) => lettersSnapshot(criteria, signal),
    ...change,
  };
  return {
    ...download,
    open: async (criteria: LettersCriteria, signal: AbortSignal, input: Uint8Array): Promise<BatchSnapshot> => {
      counts.opened++;
      const snapshot = await download.open(criteria, signal, input);
      return {
        ...snapshot,
        close: async () => {
          counts.closed++;
          await snapshot.close();
        },
      };
    },
    counts,
  };
}

export function lettersSnapshot(criteria: LettersCriteria, signal: AbortSignal): BatchSnapshot {
  return {
    instant: snapshotInstant,
    total: criteria.count,
    records: lettersInChunks(criteria, signal),
    close: async () => undefined,
  };
}

async function* lettersInChunks(
  { count, chunk = 100, pauseMs }: LettersCriteria,
  signal: AbortSignal,
): AsyncGenerator<RenderedRecord[]> {
  for (let seq = 1; seq <= count; seq += chunk) {
    if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    const size = Math.min(chunk, count - seq + 1);
    yield Array.from({ length: size }, (_, n) => ({ body: Buffer.from(bodyOf(seq + n)), receipt: `r${seq + n}` }));
  }
}

/** Reads an answer like the operating system: each piece is copied and then released. */
export async function bytesOf(body: AsyncIterable<OwnedBytes>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) {
    pieces.push(Buffer.from(piece.bytes));
    piece.release();
  }
  return Buffer.concat(pieces);
}

/** Resolves when the condition is true, and rejects after a time that is long enough even for the slowest machine. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 200_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('It did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Repeats a call until it succeeds, as a client does. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
