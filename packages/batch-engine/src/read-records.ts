import { crc32 } from 'node:zlib';
import { checksum, RunningChecksum } from './bytes/crc32.js';
import { deflateFragment, inflateFragments } from './bytes/fragment.js';
import type { RangeEncoding } from './bytes/frame-range.js';
import { gzipEnd, gzipStart } from './bytes/gzip-member.js';
import { type Fragment, recordsPerFragment, recordsPerSegment, separator } from './bytes/segment-index.js';
import type { SentPieces } from './bytes/sent-pieces.js';
import { ReadAhead } from './read-ahead.js';
import type { SegmentCache } from './storage/segment-cache.js';
import type { SegmentOwner } from './storage/segment-store.js';

const newline = 0x0a;
/** A slow reader of heavy records holds a few portions, not a few segments. */
const recordsPerPortion = 2 * recordsPerFragment;
const portionsAhead = new ReadAhead(2);

/**
 * The records `first` to `last` (counted from 0, inclusive) as NDJSON, a newline after each. A comma and a newline are
 * equally long, so inflated fragments become lines in place; for gzip they are compressed anew, in the thread pool.
 */
export async function* readRecords(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
  encoding: RangeEncoding,
  sent: SentPieces,
): AsyncGenerator<Uint8Array, void, undefined> {
  const steps = portionsOf(first, last).map((portion) => async () => {
    const number = Math.floor(portion.first / recordsPerSegment);
    const start = number * recordsPerSegment;
    const lines = await linesOf(cache, owner, number, portion.first - start, portion.last - start);
    if (encoding === 'identity') return { bytes: sent.passing(lines), sum: undefined };
    const sum = checksum(crc32(lines), lines.length);
    return { bytes: await deflateFragment(lines, 'passing'), sum };
  });
  const whole = new RunningChecksum();
  if (encoding === 'gzip') yield gzipStart(Buffer.alloc(0));
  for await (const { bytes, sum } of portionsAhead.over(steps)) {
    if (sum !== undefined) whole.append(sum);
    yield bytes;
  }
  if (encoding === 'gzip') yield gzipEnd(Buffer.alloc(0), whole.crc, whole.length);
}

/** The range in portions, none of which crosses the end of a segment. */
function portionsOf(first: number, last: number): { readonly first: number; readonly last: number }[] {
  const portions: { first: number; last: number }[] = [];
  for (let start = first; start <= last; start = portions.at(-1)!.last + 1) {
    const end = start - (start % recordsPerPortion) + recordsPerPortion - 1;
    portions.push({ first: start, last: Math.min(end, last) });
  }
  return portions;
}

/** Records `from` to `to` of one segment as lines. */
async function linesOf(cache: SegmentCache, owner: SegmentOwner, number: number, from: number, to: number) {
  const [segment] = await cache.take(owner, number, number);
  const { index, data } = segment!;
  const fragments = index.fragments.filter(
    ({ firstRecord, recordCount }) => firstRecord <= to && firstRecord + recordCount > from,
  );
  const lines = await Promise.all(
    fragments.map(async (fragment) => {
      const withComma = data.subarray(fragment.start, fragment.end + separator.data.length);
      const raw = await inflateFragments(withComma, fragment.checksum.length + 1);
      return linesOfFragment(raw, fragment, from - fragment.firstRecord, to - fragment.firstRecord);
    }),
  );
  segment!.release();
  return Buffer.concat(lines);
}

/** @param from, to within the fragment, as far as they lie in it */
function linesOfFragment(raw: Buffer, { recordCount, offsetOf }: Fragment, from: number, to: number): Buffer {
  for (let record = 1; record <= recordCount; record++) raw[offsetOf(record) - 1] = newline;
  return raw.subarray(offsetOf(Math.max(0, from)), offsetOf(Math.min(to + 1, recordCount)));
}
