import { describe, expect, it } from '@jest/globals';
import type { S3Address } from './s3-address.js';
import { isPassing, readListing, readRefusal, refusalError } from './s3-answers.js';

const address = { bucket: 'segments', endpoint: 'https://s3.example', region: 'eu-west-1' } as S3Address;

function refusal(status: number, code?: string) {
  return { status, code, message: undefined, region: undefined };
}

describe('a listing', () => {
  it('tells its keys as they are, and whether it goes on', () => {
    const body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>
      <Contents><Key>a/1</Key><Size>3</Size></Contents>
      <Contents><Key>&lt;&gt;&amp;&quot;&apos;&#38;&#x41;&#X1f600;&#12354;</Key></Contents>
      <NextContinuationToken>more&#61;</NextContinuationToken></ListBucketResult>`;
    expect(readListing(body)).toEqual({ keys: ['a/1', '<>&"\'&A😀あ'], next: 'more=' });
  });

  it('ends where the server says so, whatever token it gives', () => {
    const body = '<IsTruncated>false</IsTruncated><NextContinuationToken>more</NextContinuationToken>';
    expect(readListing(body)).toEqual({ keys: [], next: undefined });
  });

  it('may be empty', () => {
    expect(readListing('')).toEqual({ keys: [], next: undefined });
  });
});

it('reads what a server says when it refuses, and what it does not say', () => {
  const body = '<Error><Code>AccessDenied</Code><Message>a &amp; b</Message><Region>eu-1</Region></Error>';
  expect(readRefusal(403, body)).toEqual({ status: 403, code: 'AccessDenied', message: 'a & b', region: 'eu-1' });
  expect(readRefusal(502, 'Bad gateway')).toEqual(refusal(502));
});

it.each([
  [500, undefined, true],
  [502, undefined, true],
  [503, 'SlowDown', true],
  [429, undefined, true],
  [400, 'RequestTimeout', true],
  [409, 'ConditionalRequestConflict', true],
  [409, 'OperationAborted', true],
  [400, undefined, false],
  [403, 'AccessDenied', false],
  [499, undefined, false],
  [501, undefined, false],
  [507, undefined, false],
])('%i %s may pass by itself: %p', (status, code, passes) => {
  expect(isPassing(refusal(status, code))).toBe(passes);
});

it.each([
  [404, 'NoSuchBucket', 'bucket-missing'],
  [404, undefined, 'bucket-missing'],
  [403, 'InvalidAccessKeyId', 'credentials-refused'],
  [403, 'SignatureDoesNotMatch', 'credentials-refused'],
  [400, 'ExpiredToken', 'credentials-refused'],
  [400, 'InvalidToken', 'credentials-refused'],
  [403, 'AccessDenied', 'access-denied'],
  [403, 'AllAccessDisabled', 'access-denied'],
  [403, undefined, 'access-denied'],
  [400, 'AuthorizationHeaderMalformed', 'region-wrong'],
  [301, 'PermanentRedirect', 'region-wrong'],
  [307, 'TemporaryRedirect', 'region-wrong'],
  [301, undefined, 'region-wrong'],
  [307, undefined, 'region-wrong'],
  [403, 'RequestTimeTooSkewed', 'clock-wrong'],
  [403, 'QuotaExceeded', 'full'],
  [507, 'InsufficientCapacity', 'full'],
  [507, undefined, 'full'],
  [412, 'PreconditionFailed', 'exists'],
  [412, undefined, 'exists'],
  [501, 'NotImplemented', 'unsupported'],
  [501, undefined, 'unsupported'],
  [503, 'SlowDown', 'unavailable'],
  [500, undefined, 'unavailable'],
  [404, 'SomethingElse', 'refused'],
  [400, undefined, 'refused'],
])('a refusal with %i %s is %s', (status, code, expected) => {
  expect(refusalError(refusal(status, code), address)).toMatchObject({ name: 'ObjectStorageError', code: expected });
});

it('says where the bucket is, if the server knows', () => {
  const moved = { ...refusal(301, 'PermanentRedirect'), message: 'elsewhere' };
  expect(refusalError(moved, address).message).toBe(
    'The bucket "segments" is not in the region "eu-west-1" (301 PermanentRedirect elsewhere)',
  );
  expect(refusalError({ ...moved, region: 'us-1' }, address).message).toBe(
    'The bucket "segments" is not in the region "eu-west-1" but in "us-1" (301 PermanentRedirect elsewhere)',
  );
});
