/**
 * Why a call was not made or has no answer. `url-refused`: the address is malformed or of a forbidden kind.
 * `name-unknown`: the name has no IP address. `address-refused`: an IP address is not allowed. `certificate-refused`:
 * the certificate is not valid for the name. `no-answer`: there was no connection or no valid answer. `time-over`: the
 * answer did not arrive in time.
 */
export type GuardedCallErrorCode =
  | 'url-refused'
  | 'name-unknown'
  | 'address-refused'
  | 'certificate-refused'
  | 'no-answer'
  | 'time-over';

/**
 * Thrown by `GuardedHttp`. The message may be shown to the stranger: it contains no IP address to which a name was
 * resolved.
 */
export class GuardedCallError extends Error {
  override readonly name = 'GuardedCallError';

  constructor(
    readonly code: GuardedCallErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
