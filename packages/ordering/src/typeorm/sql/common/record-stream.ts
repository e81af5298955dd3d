import type { RenderedRecord } from '../../../download/rendered-record.js';
import { unpackBodies } from '../../../record/packed-body.js';

/** The number of records in a chunk: as many as in a segment of a batch, so that no chunk is split or joined later. */
export const recordsPerChunk = 250;

/**
 * Ends an ordered subquery in such a way that a database does not merge it into the surrounding statement. A database that does
 * not merge the subquery first sorts the rows by their keys and then reads their bytes.
 */
export const unflattened = 'LIMIT 9223372036854775807 OFFSET 0';

/**
 * Ends the subquery of an `EXISTS` in such a way that it is checked separately for each remaining row. Without this ending,
 * PostgreSQL may make a join that begins with the other table.
 */
export const lookedUp = 'LIMIT 1 OFFSET 0';

/** Yields the same records with decompressed bodies. While one chunk is read, the previous chunk is decompressed. */
export async function* unpackedAhead(
  chunks: AsyncIterable<readonly RenderedRecord[]>,
): AsyncGenerator<readonly RenderedRecord[]> {
  let before: Promise<readonly RenderedRecord[]> | undefined;
  for await (const chunk of chunks) {
    const unpacking = unpackBodies(chunk);
    // If reading fails first, nothing awaits the promise of the decompressed chunk.
    unpacking.catch(() => undefined);
    if (before !== undefined) yield await before;
    before = unpacking;
  }
  if (before !== undefined) yield await before;
}

/** Yields the same records in chunks of the full size. */
export async function* inFullChunks(
  chunks: AsyncIterable<readonly RenderedRecord[]>,
): AsyncGenerator<RenderedRecord[]> {
  const waiting: RenderedRecord[] = [];
  for await (const chunk of chunks) {
    waiting.push(...chunk);
    while (waiting.length >= recordsPerChunk) yield waiting.splice(0, recordsPerChunk);
  }
  if (waiting.length > 0) yield waiting;
}
