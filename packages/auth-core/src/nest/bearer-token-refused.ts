import { UnauthorizedException } from '@nestjs/common';

/** A call without a valid access token. Spec 5; RFC 6750 3. */
export class BearerTokenRefused extends UnauthorizedException {
  /** Value of the `WWW-Authenticate` header of the answer. */
  readonly challenge: string;

  constructor(challenge: string) {
    super('Access token missing, invalid, expired or revoked');
    this.challenge = challenge;
  }
}
