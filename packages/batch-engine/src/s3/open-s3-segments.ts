import { loadInstalled } from '@trading-platform/database';
import { ObjectStorageError } from './object-storage-error.js';
import type { ExistingBatches } from './orphan-sweep.js';
import { parseS3Address } from './s3-address.js';
import { S3Bucket } from './s3-bucket.js';
import { type S3RequestSettings, S3Requests } from './s3-requests.js';
import { S3SegmentStore } from './s3-segment-store.js';

/** A bucket for segments, and how it is reached. */
export interface S3SegmentOptions {
  /** `s3://bucket/prefix?region=…&endpoint=…`; see `parseS3Address`. Batches of one database only are under one prefix. */
  readonly address: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** With credentials that end. */
  readonly sessionToken?: string | undefined;
  readonly requests?: S3RequestSettings;
  /** About how many bytes an object has. Default 2 MB; an attempt holds up to three times as many in memory. */
  readonly packBytes?: number;
}

/** The same as operators set it. */
export interface SegmentSettings {
  /** Nothing where segments are in the database. */
  readonly batchSegments: string | undefined;
  readonly awsAccessKeyId: string | undefined;
  readonly awsSecretAccessKey: string | undefined;
  readonly awsSessionToken: string | undefined;
}

/** The bucket of the settings of a deployment, if they name one. */
export function segmentsOf(settings: SegmentSettings): S3SegmentOptions | undefined {
  const { batchSegments: address, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = settings;
  if (address === undefined) return undefined;
  return { address, accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, sessionToken: awsSessionToken };
}

/**
 * Opens a store of segments in a bucket, after it has made sure that the bucket answers.
 *
 * @param existing finds out which batches there are: objects of others are removed
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong
 */
export async function openS3Segments(options: S3SegmentOptions, existing: ExistingBatches): Promise<S3SegmentStore> {
  const address = parseS3Address(options.address);
  const { accessKeyId, secretAccessKey, sessionToken, requests, packBytes } = options;
  if (!accessKeyId || !secretAccessKey) {
    const message = `Bucket "${address.bucket}" needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    throw new ObjectStorageError('credentials-refused', message);
  }
  const { AwsV4Signer } = await loadInstalled(() => import('aws4fetch'), {
    packages: ['aws4fetch'],
    purpose: 'store segments in a bucket',
  });
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  const bucket = new S3Bucket(new S3Requests(address, credentials, AwsV4Signer, requests));
  const root = address.prefix === '' ? '' : `${address.prefix}/`;
  await bucket.check(root, 'all');
  return new S3SegmentStore(bucket, { root, existing, ...(packBytes !== undefined && { packBytes }) });
}
