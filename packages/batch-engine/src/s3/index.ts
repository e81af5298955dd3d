export { ObjectStorageError, type ObjectStorageErrorCode } from './object-storage-error.js';
export type { BucketOptions } from './open-bucket.js';
export {
  openPrefixMarker,
  openS3Segments,
  type S3SegmentOptions,
  type SegmentDatabase,
  type SegmentSettings,
  segmentsOf,
} from './open-s3-segments.js';
export type { ExistingBatches } from './orphan-sweep.js';
export type { PrefixMarker } from './prefix-marker.js';
export { parseS3Address, type S3Address, S3AddressError } from './s3-address.js';
export type { S3RequestSettings } from './s3-requests.js';
export type { S3SegmentStore } from './s3-segment-store.js';
