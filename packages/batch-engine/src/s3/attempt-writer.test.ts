import { beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptWriter } from './attempt-writer.js';
import type { S3Bucket } from './s3-bucket.js';

const packBytes = 1_000;

describe('the writer of an attempt', () => {
  let keys: string[];
  let writer: AttemptWriter;
  let number: number;
  beforeEach(() => {
    keys = [];
    number = 0;
    const bucket = { write: async (key: string) => void keys.push(key) } as unknown as S3Bucket;
    writer = new AttemptWriter(bucket, 'a/', packBytes, 'writer');
  });

  const write = (...sizes: readonly number[]) =>
    writer.write(sizes.map((size) => ({ number: number++, index: Uint8Array.of(1), data: Buffer.alloc(size) })));

  it('gathers segments until they make a pack, and writes the last one at the end', async () => {
    await write(500, 499);
    expect(keys).toEqual([]);
    await write(1);
    expect(keys).toEqual(['a/0']);
    await write(999);
    expect(keys).toEqual(['a/0']);
    await write(1, 1_000, 5_000);
    expect(keys).toEqual(['a/0', 'a/1', 'a/2', 'a/3']);
    await writer.seal();
    expect(keys.at(-1)).toBe('a/end');
  });

  it('refuses a segment that it has already', async () => {
    await write(1);
    number = 0;
    await expect(write(1)).rejects.toThrow('Segment 0 is stored already');
  });
});
