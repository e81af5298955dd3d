import { expect, it } from '@jest/globals';
import { S3Bucket } from './s3-bucket.js';
import type { S3Requests } from './s3-requests.js';

const content = Uint8Array.from({ length: 10 }, (_, n) => n);

/** Makes a bucket whose server gives this answer, and notes the range that was requested. */
function answering(status: number, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const asked: (string | undefined)[] = [];
  const requests = {
    send: async ({ headers: sent }: { headers?: Record<string, string> }) => {
      asked.push(sent?.['range']);
      return { status, bytes, headers: new Headers(headers) };
    },
  } as unknown as S3Requests;
  return { bucket: new S3Bucket(requests), asked };
}

it('reads a part of an object, and learns how large it is', async () => {
  const { bucket, asked } = answering(206, content.slice(2, 5), { 'content-range': 'bytes 2-4/10' });
  expect(await bucket.read('key', 2, 5)).toEqual({ bytes: Uint8Array.of(2, 3, 4), size: 10 });
  expect(asked).toEqual(['bytes=2-4']);
});

it('takes the part out of the whole where the server gives that', async () => {
  const { bucket } = answering(200, content);
  expect(await bucket.read('key', 2, 5)).toEqual({ bytes: Uint8Array.of(2, 3, 4), size: 10 });
  expect(await bucket.read('key', 8, 15)).toEqual({ bytes: Uint8Array.of(8, 9), size: 10 });
});
