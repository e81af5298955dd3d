import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { bearerStrategyName } from '../passport/bearer-strategy.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';
import { bearerTokenOf } from '../token/read-bearer-token.js';
import { withoutStack } from '../without-stack.js';
import { verifyBy } from './bearer-token.strategy.js';
import { BearerTokenRefused } from './bearer-token-refused.js';

/** The part of a request that the guard reads and writes. The frameworks Express and Fastify both have this part of a request. */
interface Request {
  readonly headers: { readonly authorization?: string };
  user?: AccessTokenClaims;
}

interface Reply {
  header(name: string, value: string): unknown;
}

/**
 * Accepts a call with a valid access token. For any other call, the guard sets the header `WWW-Authenticate` in the answer. Only
 * tokens that have not been verified before are passed to Passport, because Passport takes more time than the rest of the check.
 */
@Injectable()
export class BearerTokenGuard extends AuthGuard(bearerStrategyName) {
  constructor(private readonly verifier: AccessTokenVerifier) {
    super();
  }

  /** @throws BearerTokenRefused; AuthError `overloaded` when keys, or revocations that must be known, cannot be read */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerTokenOf(request.headers.authorization);
    const claims = token === undefined ? undefined : this.verifier.recall(token);
    if (claims !== undefined) {
      request.user = claims;
      return true;
    }
    verifyBy(this.verifier, request);
    return super.canActivate(context) as Promise<boolean>;
  }

  /** Handles the result of Passport: an error, the claims of the token, or a challenge. */
  override handleRequest<User = AccessTokenClaims>(
    error: unknown,
    claims: User | false | undefined,
    refusal: { readonly challenge: string },
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    if (claims) return claims;
    context.switchToHttp().getResponse<Reply>().header('WWW-Authenticate', refusal.challenge);
    throw withoutStack(() => new BearerTokenRefused(refusal.challenge));
  }
}
