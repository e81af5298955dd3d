import { type BucketOptions, openBucket } from './open-bucket.js';
import type { ExistingBatches } from './orphan-sweep.js';
import type { PrefixMarker } from './prefix-marker.js';
import { S3SegmentStore } from './s3-segment-store.js';

/** A bucket for segments, and how it is reached. */
export interface S3SegmentOptions extends BucketOptions {
  /** About how many bytes an object has. Default 2 MB; an attempt holds up to three times as many in memory. */
  readonly packBytes?: number;
}

/** The database whose batches the segments belong to. */
export interface SegmentDatabase {
  /** Tells it from all others: a UUID. */
  readonly identity: string;
  /** Finds out which batches there are: objects of others are removed. */
  readonly existing: ExistingBatches;
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
 * Opens a store of segments in a bucket, after it has made sure that the bucket answers, and that its prefix is not that of another
 * database.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong, or the prefix is another's
 */
export async function openS3Segments(options: S3SegmentOptions, database: SegmentDatabase): Promise<S3SegmentStore> {
  const { packBytes } = options;
  const place = await openBucket(options);
  await place.marker.check(database.identity);
  return new S3SegmentStore(place, { ...database, ...(packBytes !== undefined && { packBytes }) });
}

/**
 * Whose the prefix of a bucket is, for operators who move it from one database to another.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong
 */
export async function openPrefixMarker(options: BucketOptions): Promise<PrefixMarker> {
  return (await openBucket(options)).marker;
}
