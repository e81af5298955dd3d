import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { BearerStrategy } from '../passport/bearer-strategy.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';

export const platformBearer = 'platform-bearer';

/** Makes the verified claims of a bearer token the request's `user`. */
@Injectable()
export class PlatformBearerStrategy extends PassportStrategy(BearerStrategy, platformBearer) {
  readonly #verifier: AccessTokenVerifier;

  constructor(verifier: AccessTokenVerifier) {
    super();
    this.#verifier = verifier;
  }

  validate(token: string): Promise<AccessTokenClaims> {
    return this.#verifier.verify(token);
  }
}
