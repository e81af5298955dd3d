import { crc32 } from 'node:zlib';
import { checksum, RunningChecksum } from './bytes/crc32.js';
import { deflateFragment, inflateFragments } from './bytes/fragment.js';
import type { RangeEncoding } from './bytes/frame-range.js';
import { gzipEnd, gzipStart } from './bytes/gzip-member.js';
import { type Fragment, recordsPerSegment, separator } from './bytes/segment-index.js';
import type { SentPieces } from './bytes/sent-pieces.js';
import { readAhead } from './read-ahead.js';
import type { SegmentCache } from './storage/segment-cache.js';
import type { SegmentOwner } from './storage/segment-store.js';

const newline = 0x0a;
const segmentsAhead = 2;

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
  const segments = last < first ? [] : segmentNumbers(first, last);
  const steps = segments.map((number) => async () => {
    const start = number * recordsPerSegment;
    const lines = await linesOf(cache, owner, number, Math.max(0, first - start), last - start);
    if (encoding === 'identity') return { bytes: sent.passing(lines), sum: undefined };
    const sum = checksum(crc32(lines), lines.length);
    return { bytes: await deflateFragment(lines, 'passing'), sum };
  });
  const whole = new RunningChecksum();
  if (encoding === 'gzip') yield gzipStart(Buffer.alloc(0));
  for await (const { bytes, sum } of readAhead(steps, segmentsAhead)) {
    if (sum !== undefined) whole.append(sum);
    yield bytes;
  }
  if (encoding === 'gzip') yield gzipEnd(Buffer.alloc(0), whole.crc, whole.length);
}

function segmentNumbers(first: number, last: number): number[] {
  const start = Math.floor(first / recordsPerSegment);
  return Array.from({ length: Math.floor(last / recordsPerSegment) - start + 1 }, (_, n) => start + n);
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
