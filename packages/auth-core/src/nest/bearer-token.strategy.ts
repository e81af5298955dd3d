import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { BearerStrategy, bearerStrategyName } from '../passport/bearer-strategy.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import type { AccessTokenVerifier } from '../token/access-token-verifier.js';

const verifiers = new WeakMap<object, AccessTokenVerifier>();

/**
 * Sets the verifier for the token of a request. A process has only one strategy of each name, but may accept the tokens of
 * several servers.
 */
export function verifyBy(verifier: AccessTokenVerifier, request: object): void {
  verifiers.set(request, verifier);
}

/** The Passport strategy that `BearerTokenGuard` uses. */
@Injectable()
export class BearerTokenStrategy extends PassportStrategy(BearerStrategy, bearerStrategyName) {
  constructor() {
    super({ passReqToCallback: true });
  }

  /** @throws AuthError as `AccessTokenVerifier` does */
  async validate(request: object, token: string): Promise<AccessTokenClaims | false> {
    return (await verifiers.get(request)?.verify(token)) ?? false;
  }
}
