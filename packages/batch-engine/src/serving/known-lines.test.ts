import { expect, it } from '@jest/globals';
import { SegmentBuilder } from '../producing/segment-builder.js';
import type { NewSegment } from '../storage/segment-store.js';
import { KnownLines } from './known-lines.js';
import { LoadedSegment } from './loaded-segment.js';

it('learns the lines of a segment once, and knows those of very many', async () => {
  const stored: NewSegment[] = [];
  const builder = new SegmentBuilder(undefined, async (segment) => void stored.push(segment));
  await builder.add(Array.from({ length: 25_000 }, (_, n) => ({ body: Buffer.from(`{"n":${n}}`) })));
  await builder.end();
  const known = new KnownLines();
  const of = (segment: NewSegment) =>
    known.of({ id: 1, attempt: 1, requestedAt: 0 }, segment.number, new LoadedSegment(segment));
  const learning = stored.map(of);
  expect(of(stored.at(0)!)).toBe(learning[0]);
  const learnt = await Promise.all(learning.map(async (lines) => lines));
  expect(stored).toHaveLength(100);
  expect(stored.map(of)).toEqual(learnt);
});
