import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recordsPerFragment } from '../src/bytes/segment-index.js';
import { BatchEngine, BatchWorker, type OwnedBytes } from '../src/index.js';
import { MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { aDownload, bytesOf, createDate, letters, lettersSnapshot, owner, recordOf, until } from './a-download.js';
import { noiseRecords } from './noise.js';

const run = promisify(execFile);
const head = '{"request_id":"見出し","letters":[';
const tail = ']}';
const batchSizes = [0, 1, 25, 26, 250, 251, 999, 3333, 17_251];

/** The tests use batches of several sizes, which are made once. Every range of a batch is compared with the plain records. */
const storage = { batches: new MemoryBatchStore(), segments: new MemorySegmentStore() };
const download = aDownload({ maxRecordsPerGet: undefined });
/** The cache is small, so that segments are read both from the cache and from the store. */
const engine = new BatchEngine({ ...storage, functions: [download], cacheBytes: 100_000 });
const batchIds: string[] = [];
const plain: string[][] = [];

beforeAll(async () => {
  const worker = new BatchWorker({ ...storage, functions: [download], settings: { pollMs: 5 } });
  for (const count of batchSizes) {
    const { batchId } = await engine.request({ ...letters, criteria: { count } });
    batchIds.push(batchId);
    plain.push(Array.from({ length: count }, (_, n) => recordOf(batchId, createDate, n + 1)));
  }
  worker.start();
  await until(async () => {
    const { waiting, processing } = await engine.counts();
    return waiting + processing === 0;
  });
  await worker.stop();
});

afterAll(() => engine.close());

const someRange = fc.record({
  batch: fc.nat({ max: batchSizes.length - 1 }),
  seqFrom: fc.oneof(
    fc.integer({ min: 1, max: 4000 }),
    fc.nat({ max: 15 }).map((n) => n * 250 + 1),
  ),
  width: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 5000 }) },
    { weight: 4, arbitrary: fc.constant(1000) },
    { weight: 1, arbitrary: fc.integer({ min: 5000, max: 18_000 }) },
  ),
});
const someEncoding = fc.constantFrom('gzip', 'identity' as const);

const isWanted = (record: string) => !record.includes('文13');

/**
 * A Python program that reads every file on its command line with two decompressors and prints the CRC-32 of each. Both
 * decompressors refuse extra bytes at the end.
 */
const pythonReader = `
import gzip, sys, zlib
for path in sys.argv[1:]:
    data = open(path, 'rb').read()
    reader = zlib.decompressobj(31)
    text = reader.decompress(data) + reader.flush()
    assert reader.eof and not reader.unused_data, path
    assert gzip.decompress(data) == text, path
    print(zlib.crc32(text))
`;

/** Compares random ranges of batches with the plain records. Every run takes other ranges. */
export function describeRanges(runs: number): void {
  describe(`any of ${runs} ranges`, () => {
    it('has exactly its records, the announced length and the checksum of its records', async () => {
      await fc.assert(
        fc.asyncProperty(someRange, someEncoding, async ({ batch, seqFrom, width }, encoding) => {
          const seqTo = seqFrom + width - 1;
          const asked = { ...letters, batchId: batchIds.at(batch)!, seqFrom, seqTo, encoding, head, tail };
          const answer = await engine.range(asked);
          const wanted = plain.at(batch)!.slice(seqFrom - 1, seqTo);
          const records = wanted.join(',');
          const bytes =
            answer.buffers === undefined
              ? await bytesOf(answer.body)
              : Buffer.concat(answer.buffers.map((each) => each.bytes));
          expect(bytes.length).toBe(answer.contentLength);
          expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(head + records + tail);
          expect(answer.recordCount).toBe(wanted.length);
          expect(answer.rangeCrc32).toBe(crc32(records).toString(16).padStart(8, '0'));
        }),
        { numRuns: runs },
      );
    });

    it('has exactly its records as lines', async () => {
      await fc.assert(
        fc.asyncProperty(someRange, someEncoding, async ({ batch, seqFrom, width }, encoding) => {
          const seqTo = seqFrom + width - 1;
          const asked = { ...owner, batchId: batchIds.at(batch)!, seqFrom, seqTo, encoding };
          const bytes = await bytesOf((await engine.records(asked)).body);
          const lines = plain
            .at(batch)!
            .slice(seqFrom - 1, seqTo)
            .map((record) => `${record}\n`);
          expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(lines.join(''));
        }),
        { numRuns: runs / 10 },
      );
    });

    it('is searched for a text, in steps that together find each record once', async () => {
      const someText = fc.constantFrom('文1', '文17', 'あB', 'あb', '"seq":"25"', 'create_date', 'nowhere');
      const aSearch = fc.record({
        batch: fc.nat({ max: batchSizes.length - 1 }),
        text: someText,
        limit: fc.nat({ max: 99 }),
      });
      await fc.assert(
        fc.asyncProperty(aSearch, async ({ batch, text, limit }) => {
          const found: string[] = [];
          for (let seqFrom: number | undefined = 1; seqFrom !== undefined; ) {
            const asked = { ...owner, batchId: batchIds.at(batch)!, seqFrom, text, isWanted, limit: limit + 1 };
            const step = await engine.search(asked);
            expect(step!.records.length).toBeLessThanOrEqual(limit + 1);
            found.push(...step!.records);
            seqFrom = step!.nextSeq;
          }
          const lower = text.toLowerCase();
          expect(found).toEqual(
            plain.at(batch)!.filter((record) => record.toLowerCase().includes(lower) && isWanted(record)),
          );
        }),
        { numRuns: runs / 5 },
      );
    });

    it('has its fragments as they are stored, the last one too', async () => {
      const answers = await Promise.all(
        [recordsPerFragment, 2 * recordsPerFragment].map(async (seqTo) => {
          const asked = { ...owner, batchId: batchIds.at(-1)!, seqFrom: 1, seqTo, encoding: 'gzip' } as const;
          return bytesOf((await engine.records(asked)).body);
        }),
      );
      const withoutEnd = answers.at(0)!.subarray(0, -20);
      expect(withoutEnd.length).toBeGreaterThan(100);
      expect(answers.at(1)!.subarray(0, withoutEnd.length).equals(withoutEnd)).toBe(true);
    });
  });

  describe('lines', () => {
    it.each([
      [75, 600, [250, 250, 100]],
      [9_000, 600, [75, 75, 75, 25, 75, 75, 75, 25, 75, 25]],
      [45_000, 150, Array<number>(6).fill(25)],
    ])(
      'come in pieces of about a megabyte, each of whole fragments of one segment: %i bytes of noise each',
      async (bytes, count, counts) => {
        const heavy = aDownload({
          recordHead: () => '',
          open: async (criteria, signal) => ({
            ...lettersSnapshot(criteria, signal),
            records: noiseRecords(criteria.count, bytes),
          }),
        });
        const { batchId } = await engine.request({ ...letters, criteria: { count } });
        const worker = new BatchWorker({ ...storage, functions: [heavy], settings: { pollMs: 5 } });
        worker.start();
        await engine.wait({ ...letters, batchId }, { ms: 60_000 });
        await worker.stop();
        const { body } = await engine.records({ ...owner, batchId, encoding: 'identity' });
        const lines: number[] = [];
        for await (const piece of body) {
          lines.push(Buffer.from(piece.bytes).toString('latin1').split('\n').length - 1);
          piece.release();
        }
        expect(lines).toEqual(counts);
      },
    );

    it('are what is stored, from the first byte to the last, with few bytes changed', async () => {
      const batchId = batchIds.at(-1)!;
      const asked = { ...owner, batchId, encoding: 'gzip' } as const;
      const first = await bytesOf((await engine.records(asked)).body);
      expect((await bytesOf((await engine.records(asked)).body)).equals(first)).toBe(true);
      const range = { ...letters, ...asked, seqFrom: 1, seqTo: plain.at(-1)!.length, head, tail };
      const array = await bytesOf((await engine.range(range)).body);
      const samples = Array.from({ length: 40 }, (_, n) =>
        array.subarray(Math.floor((array.length * n) / 40)).subarray(0, 40),
      );
      expect(samples.filter((sample) => first.includes(sample)).length).toBeGreaterThan(20);
      expect(first.length).toBeLessThan(array.length * 1.25);
    });
  });

  describe('other readers of gzip', () => {
    it('take every answer for one complete member', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'ranges-'));
      const files: string[] = [];
      const sums: number[] = [];
      for (const { batch, seqFrom, width } of fc.sample(someRange, { numRuns: 40, seed: 7 })) {
        const seqTo = seqFrom + width - 1;
        const asked = {
          ...letters,
          batchId: batchIds.at(batch)!,
          seqFrom,
          seqTo,
          encoding: 'gzip',
          head,
          tail,
        } as const;
        const take = async (body: AsyncIterable<OwnedBytes>) => {
          const path = join(folder, `${files.length}.gz`);
          await writeFile(path, await bytesOf(body));
          files.push(path);
        };
        await take((await engine.records(asked)).body);
        sums.push(
          crc32(
            plain
              .at(batch)!
              .slice(seqFrom - 1, seqTo)
              .map((record) => `${record}\n`)
              .join(''),
          ),
        );
        await take((await engine.range(asked)).body);
        sums.push(
          crc32(
            head +
              plain
                .at(batch)!
                .slice(seqFrom - 1, seqTo)
                .join(',') +
              tail,
          ),
        );
      }
      const readings = await Promise.all([
        readWith('python3', ['-c', pythonReader, ...files]),
        readWith('gzip', ['-t', ...files]),
      ]);
      expect(readings[0] ?? sums.join('\n')).toBe(sums.join('\n'));
      expect(readings[1] ?? '').toBe('');
      await rm(folder, { recursive: true });
    });
  });
}

/** Returns the output of the program, or undefined if the machine does not have the program. */
async function readWith(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(program, [...args])).stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
