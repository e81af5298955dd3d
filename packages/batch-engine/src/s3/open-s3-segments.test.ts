import { expect, it } from '@jest/globals';
import { segmentsOf } from './open-s3-segments.js';

const keys = { awsAccessKeyId: 'id', awsSecretAccessKey: 'secret', awsSessionToken: undefined };

it('names a bucket where the settings do, and none where they do not', () => {
  expect(segmentsOf({ ...keys, batchSegments: 's3://segments' })).toEqual({
    address: 's3://segments',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  });
  expect(segmentsOf({ ...keys, batchSegments: undefined })).toBeUndefined();
});
