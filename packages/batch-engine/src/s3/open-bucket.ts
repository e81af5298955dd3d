import { loadInstalled } from '@trading-platform/database';
import { ObjectStorageError } from './object-storage-error.js';
import { PrefixMarker } from './prefix-marker.js';
import { parseS3Address } from './s3-address.js';
import { S3Bucket } from './s3-bucket.js';
import { type S3RequestSettings, S3Requests } from './s3-requests.js';

/** The address of a bucket with a prefix, and the credentials. */
export interface BucketOptions {
  /**
   * The address in the form `s3://bucket/prefix?region=…&endpoint=…`; see `parseS3Address`. Each prefix contains the batches of
   * only one database.
   */
  readonly address: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** The session token, which is needed with temporary credentials. */
  readonly sessionToken?: string | undefined;
  readonly requests?: S3RequestSettings;
}

/** A bucket to which no request has been sent yet. */
export interface OpenBucket {
  readonly bucket: S3Bucket;
  /** The prefix of all keys. The prefix of keys ends with a slash unless it is empty. */
  readonly root: string;
  readonly marker: PrefixMarker;
}

/**
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the credentials are missing
 */
export async function openBucket(options: BucketOptions): Promise<OpenBucket> {
  const address = parseS3Address(options.address);
  const { accessKeyId, secretAccessKey, sessionToken, requests } = options;
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
  return { bucket, root, marker: new PrefixMarker(bucket, root, address) };
}
