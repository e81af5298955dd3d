import { UnauthorizedException } from '@nestjs/common';

/** Thrown if a call has no valid access token (Spec 5; RFC 6750 3). */
export class BearerTokenRefused extends UnauthorizedException {
  /** The value of the `WWW-Authenticate` header in the answer. */
  readonly challenge: string;

  constructor(challenge: string) {
    super('Access token missing, invalid, expired or revoked');
    this.challenge = challenge;
  }
}
