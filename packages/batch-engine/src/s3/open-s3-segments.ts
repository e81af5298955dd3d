import { type BucketOptions, openBucket } from './open-bucket.js';
import type { ExistingBatches } from './orphan-sweep.js';
import type { PrefixMarker } from './prefix-marker.js';
import { S3SegmentStore } from './s3-segment-store.js';

/** A bucket for segments, and its credentials. */
export interface S3SegmentOptions extends BucketOptions {
  /** The approximate size of an object, in bytes. Default 2 MB; an attempt holds up to three times as many in memory. */
  readonly packBytes?: number;
}

/** The database whose batches the segments belong to. */
export interface SegmentDatabase {
  /** A UUID that no other database has. */
  readonly identity: string;
  /** Answers which batches exist: objects of other batches are removed. */
  readonly existing: ExistingBatches;
}

/** The settings of a deployment. */
export interface SegmentSettings {
  /** Undefined if segments are in the database. */
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
 * Opens a store of segments in a bucket, after checking that the bucket answers and that its prefix does not belong to another
 * database.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong, or the prefix belongs to another database
 */
export async function openS3Segments(options: S3SegmentOptions, database: SegmentDatabase): Promise<S3SegmentStore> {
  const { packBytes } = options;
  const place = await openBucket(options);
  await place.marker.check(database.identity);
  return new S3SegmentStore(place, { ...database, ...(packBytes !== undefined && { packBytes }) });
}

/**
 * Shows or changes the owner of a prefix, for operators who move it from one database to another.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong
 */
export async function openPrefixMarker(options: BucketOptions): Promise<PrefixMarker> {
  return (await openBucket(options)).marker;
}
