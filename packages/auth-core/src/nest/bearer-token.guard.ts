import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';
import { bearerChallenge, challengeOf } from '../token/bearer-challenge.js';
import { readBearerToken } from '../token/read-bearer-token.js';
import { BearerTokenRefused } from './bearer-token-refused.js';

/** What the guard reads and writes of a request; Express and Fastify both have it. */
interface Request {
  readonly headers: { readonly authorization?: string };
  user?: AccessTokenClaims;
}

interface Reply {
  header(name: string, value: string): unknown;
}

/** Lets a call pass that presents a valid access token, and sets `WWW-Authenticate` on the answer to any other. */
@Injectable()
export class BearerTokenGuard implements CanActivate {
  constructor(private readonly verifier: AccessTokenVerifier) {}

  /** @throws BearerTokenRefused; AuthError `overloaded` when keys, or revocations that must be known, cannot be read */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const outcome = await this.verify(request.headers.authorization);
    if ('challenge' in outcome) {
      http.getResponse<Reply>().header('WWW-Authenticate', outcome.challenge);
      throw new BearerTokenRefused(outcome.challenge);
    }
    request.user = outcome.claims;
    return true;
  }

  private async verify(header: string | undefined): Promise<{ claims: AccessTokenClaims } | { challenge: string }> {
    try {
      const token = readBearerToken(header);
      return token === undefined ? { challenge: bearerChallenge() } : { claims: await this.verifier.verify(token) };
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === undefined) throw error;
      return { challenge };
    }
  }
}
