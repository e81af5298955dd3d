import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openS3Segments, type S3SegmentOptions, type S3SegmentStore } from '../src/s3/index.js';
import { describeSegmentStore } from '../src/testing/index.js';
import { SwiftServer, swiftKeys } from './swift-server.js';

const owner = { id: 7, attempt: 1, requestedAt: Date.UTC(2026, 3, 1) };

describe('segments in a bucket of OpenStack Swift', () => {
  let server: SwiftServer;
  let prefixes = 0;
  const opened: S3SegmentStore[] = [];
  beforeAll(async () => {
    server = await SwiftServer.start();
  }, 120_000);
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => server?.end());

  const address = (place: string) => `s3://${place}?endpoint=${server.url}`;
  const open = async (options: Partial<S3SegmentOptions> = {}) => {
    const store = await openS3Segments(
      { address: address(`segments/p${++prefixes}`), ...swiftKeys, packBytes: 1_000, ...options },
      { identity: '1f0c9a3e-5b1d-4d0e-9a51-6f2f6f1c7a10', existing: async (ids) => ids },
    );
    opened.push(store);
    return store;
  };

  describeSegmentStore('S3 of Swift', () => open());

  it('are removed though they are more objects than one listing names', async () => {
    const store = await open({ packBytes: 1 });
    const segments = Array.from({ length: 1_003 }, (_, number) => ({
      number,
      index: Uint8Array.of(1),
      data: Buffer.alloc(300, number),
    }));
    await store.write(owner, segments);
    await store.seal(owner);
    const { address: same } = { address: address(`segments/p${prefixes}`) };
    const reader = await open({ address: same });
    const [first, last] = [await reader.read(owner, 0, 0), await reader.read(owner, 1_002, 1_002)];
    expect([...first, ...last].map(({ number, data }) => [number, data[0]])).toEqual([
      [0, 0],
      [1_002, 1_002 % 256],
    ]);
    await store.remove(owner);
    expect(await (await open({ address: same })).read(owner, 0, 1_002)).toEqual([]);
  }, 300_000);

  it.each([
    ['bucket', 'bucket-missing', {}],
    ['secret', 'credentials-refused', { secretAccessKey: 'wrong' }],
    ['key', 'credentials-refused', { accessKeyId: 'nobody' }],
    ['region', 'region-wrong', {}],
  ] as const)('are not opened with a wrong %s', async (what, code, wrong) => {
    const place =
      what === 'bucket' ? address('nothing-here') : `${address('segments')}${what === 'region' ? '&region=eu-1' : ''}`;
    await expect(open({ address: place, ...wrong })).rejects.toMatchObject({ name: 'ObjectStorageError', code });
  });
});
