import { describe, expect, it } from '@jest/globals';
import { parseS3Address, S3AddressError } from './s3-address.js';

describe('an address of a bucket', () => {
  it.each([
    [
      's3://segments/prod/batches?region=ap-northeast-1',
      {
        bucket: 'segments',
        prefix: 'prod/batches',
        region: 'ap-northeast-1',
        endpoint: 'https://s3.ap-northeast-1.amazonaws.com',
        bucketInHost: true,
      },
    ],
    [
      's3://segments?endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F',
      {
        bucket: 'segments',
        prefix: '',
        region: 'us-east-1',
        endpoint: 'http://127.0.0.1:9000',
        bucketInHost: false,
      },
    ],
    [
      's3://my.segments/a_b/?region=tokyo&endpoint=https://storage.example.com',
      {
        bucket: 'my.segments',
        prefix: 'a_b',
        region: 'tokyo',
        endpoint: 'https://storage.example.com',
        bucketInHost: false,
      },
    ],
    ['s3://my.segments?region=eu-west-1', expect.objectContaining({ bucketInHost: false })],
  ])('%s', (text, address) => {
    expect(parseS3Address(text)).toEqual(address);
  });

  it.each([
    ['https://segments', /must be s3:/],
    ['segments', /must be s3:/],
    ['s3://key:secret@segments?region=a', /names no credentials/],
    ['s3://Segments?region=a', /"Segments" is no name of a bucket/],
    ['s3://ab?region=a', /"ab" is no name of a bucket/],
    ['s3://segments:9000?region=a', /"segments:9000" is no name of a bucket/],
    ['s3://segments?region=a#x', /without "#"/],
    ['s3://segments/a b?region=a', /The prefix "a%20b"/],
    ['s3://segments/a//b?region=a', /The prefix "a\/\/b"/],
    [`s3://segments/${'a'.repeat(257)}?region=a`, /at most 256/],
    ['s3://segments', /neither a region nor an endpoint/],
    ['s3://segments?region=A', /"A" is no name of a region/],
    ['s3://segments?region=a&region=b', /"region" twice/],
    ['s3://segments?region=a&acl=public-read', /unknown parameter "acl"; there are region and endpoint/],
    ['s3://segments?endpoint=127.0.0.1:9000', /The endpoint "127.0.0.1:9000" must be/],
    ['s3://segments?endpoint=http://localhost/path', /without a path/],
    ['s3://segments?endpoint=http://key:secret@localhost', /"http:\/\/…@localhost" must be .* without credentials/],
  ])('%s is refused', (text, message) => {
    expect(() => parseS3Address(text)).toThrow(S3AddressError);
    expect(() => parseS3Address(text)).toThrow(message);
  });
});
