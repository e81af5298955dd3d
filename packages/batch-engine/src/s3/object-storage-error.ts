/**
 * - `bucket-missing`: no bucket has this name
 * - `credentials-refused`: the access key is unknown, the secret key is wrong, or the token has expired
 * - `access-denied`: the credentials are correct but do not allow this operation
 * - `region-wrong`: the bucket is in a different region from the one in the address
 * - `clock-wrong`: the clock of this machine and the clock of the server differ by too much
 * - `full`: the storage is full, or a quota has been used up
 * - `exists`: an object that must be new exists already, and another process has written it
 * - `foreign-prefix`: another database owns the prefix
 * - `marker-unreadable`: the object that names the owner of the prefix cannot be read
 * - `damaged`: the bytes that were read differ from the bytes that were stored
 * - `unavailable`: the server gave no usable answer in any of the tries
 * - `unsupported`: the server does not support this operation
 * - `refused`: the server refused the request for any other reason
 */
export type ObjectStorageErrorCode =
  | 'bucket-missing'
  | 'credentials-refused'
  | 'access-denied'
  | 'region-wrong'
  | 'clock-wrong'
  | 'full'
  | 'exists'
  | 'foreign-prefix'
  | 'marker-unreadable'
  | 'damaged'
  | 'unavailable'
  | 'unsupported'
  | 'refused';

/** Thrown for every failure of the object storage. The message names the bucket, and never contains a secret. */
export class ObjectStorageError extends Error {
  override readonly name = 'ObjectStorageError';
  readonly code: ObjectStorageErrorCode;

  constructor(code: ObjectStorageErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
