/**
 * Why a call was not made, or has no answer: the address is malformed or of a forbidden kind (`url-refused`), the name has no
 * address (`name-unknown`), an address is not allowed (`address-refused`), the certificate is not valid for the name
 * (`certificate-refused`), there was no connection or no proper answer (`no-answer`), or not in time (`time-over`).
 */
export type GuardedCallErrorCode =
  | 'url-refused'
  | 'name-unknown'
  | 'address-refused'
  | 'certificate-refused'
  | 'no-answer'
  | 'time-over';

/** Thrown by `GuardedHttp`. The message may be shown to the stranger: it contains no address that a name has resolved to. */
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
