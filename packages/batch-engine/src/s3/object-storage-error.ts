/**
 * - `bucket-missing`: there is no bucket of this name
 * - `credentials-refused`: the access key is unknown, the secret is wrong, or the token has ended
 * - `access-denied`: the credentials are right but may not do this
 * - `region-wrong`: the bucket is in another region than the address says
 * - `clock-wrong`: the clocks of this machine and of the server differ by too much
 * - `full`: there is no room left, or a quota is used up
 * - `exists`: an object that must be new is there already, and somebody else has written it
 * - `foreign-prefix`: another database owns the prefix
 * - `marker-unreadable`: the object that names the owner of the prefix cannot be read
 * - `damaged`: the bytes differ from those that were stored
 * - `unavailable`: no usable answer, after all tries
 * - `unsupported`: the server does not know how to do this
 * - `refused`: any other refusal
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

/** Any failure of object storage. The message names the bucket, and never a secret. */
export class ObjectStorageError extends Error {
  override readonly name = 'ObjectStorageError';
  readonly code: ObjectStorageErrorCode;

  constructor(code: ObjectStorageErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
