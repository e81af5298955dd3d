import { ObjectStorageError } from './object-storage-error.js';
import { type BucketOptions, openBucket } from './open-bucket.js';
import type { ExistingBatches } from './orphan-sweep.js';
import type { PrefixMarker } from './prefix-marker.js';
import { S3SegmentStore } from './s3-segment-store.js';

/** The address and the credentials of a bucket for segments. */
export interface S3SegmentOptions extends BucketOptions {
  /**
   * The approximate size of an object in bytes (default: 2 MB). An attempt keeps up to three times the size of an object in
   * memory.
   */
  readonly packBytes?: number;
  /**
   * If true, a bucket that does not answer now is no failure (default: false). It is asked again before the first use.
   * If it does not answer then either, this use fails with `unavailable`.
   */
  readonly mayBeAway?: boolean;
}

/** The database that contains the batches of these segments. */
export interface SegmentDatabase {
  /** A UUID that no other database has. */
  readonly identity: string;
  /** Returns which batches exist, because objects of other batches are removed. */
  readonly existing: ExistingBatches;
}

/** The settings that a deployment gives for the storage of segments. */
export interface SegmentSettings {
  /** The address of the bucket, or undefined if segments are stored in the database. */
  readonly batchSegments: string | undefined;
  readonly awsAccessKeyId: string | undefined;
  readonly awsSecretAccessKey: string | undefined;
  readonly awsSessionToken: string | undefined;
}

/** Returns the bucket that the settings of a deployment name, or undefined without a bucket. */
export function segmentsOf(settings: SegmentSettings): S3SegmentOptions | undefined {
  const { batchSegments: address, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = settings;
  if (address === undefined) return undefined;
  return { address, accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, sessionToken: awsSessionToken };
}

/**
 * Opens a store of segments in a bucket. Before the store is used, the bucket must answer, and its prefix must not belong to
 * another database.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong, or the prefix belongs to another database
 */
export async function openS3Segments(options: S3SegmentOptions, database: SegmentDatabase): Promise<S3SegmentStore> {
  const { packBytes, mayBeAway = false } = options;
  const place = await openBucket(options);
  const store = new S3SegmentStore(place, { ...database, ...(packBytes !== undefined && { packBytes }) });
  try {
    await store.check(mayBeAway ? 'once' : 'all');
  } catch (error) {
    if (!mayBeAway || !(error instanceof ObjectStorageError) || error.code !== 'unavailable') throw error;
  }
  return store;
}

/**
 * Opens the object that stores the owner of a prefix, so that operators can move a prefix from one database to another.
 *
 * @throws S3AddressError when the address cannot be read
 * @throws ObjectStorageError when the bucket, its region or the credentials are wrong
 */
export async function openPrefixMarker(options: BucketOptions): Promise<PrefixMarker> {
  const { bucket, root, marker } = await openBucket(options);
  await bucket.check(root, 'all');
  return marker;
}
