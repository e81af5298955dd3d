import type { RenderedRecord } from '../../../download/rendered-record.js';
import { unpackBodies } from '../../../record/packed-body.js';

/** As many records as a segment of a batch holds, so that nothing is cut or joined on the way. */
export const recordsPerChunk = 250;

/**
 * Ends an ordered subquery that a database must not merge into the statement around it: rows are sorted by their keys
 * before their bytes are read.
 */
export const unflattened = 'LIMIT 9223372036854775807 OFFSET 0';

/**
 * Ends the subquery of an `EXISTS` that is looked up for each remaining row: PostgreSQL must not turn it into a join that begins
 * with the other table.
 */
export const lookedUp = 'LIMIT 1 OFFSET 0';

/** The same records with their bodies as they are sent. While a chunk is read, the one before it is unpacked. */
export async function* unpackedAhead(
  chunks: AsyncIterable<readonly RenderedRecord[]>,
): AsyncGenerator<readonly RenderedRecord[]> {
  let before: Promise<readonly RenderedRecord[]> | undefined;
  for await (const chunk of chunks) {
    const unpacking = unpackBodies(chunk);
    // If reading fails first, nobody awaits it.
    unpacking.catch(() => undefined);
    if (before !== undefined) yield await before;
    before = unpacking;
  }
  if (before !== undefined) yield await before;
}

/** The same records in chunks of full size. */
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
