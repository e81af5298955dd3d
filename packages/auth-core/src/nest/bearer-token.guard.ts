import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { bearerChallenge } from '../token/bearer-challenge.js';
import { BearerTokenRefused } from './bearer-token-refused.js';
import { platformBearer } from './platform-bearer.strategy.js';

/** Lets a call pass that presents a valid access token, and sets `WWW-Authenticate` on the answer to any other. */
@Injectable()
export class BearerTokenGuard extends AuthGuard(platformBearer) {
  /** @throws BearerTokenRefused */
  override handleRequest<Claims>(error: unknown, claims: Claims, info: unknown, context: ExecutionContext): Claims {
    if (error !== null && error !== undefined) throw error as Error;
    if (typeof claims === 'object' && claims !== null) return claims;
    const challenge = readChallenge(info) ?? bearerChallenge();
    context.switchToHttp().getResponse<Reply>().header('WWW-Authenticate', challenge);
    throw new BearerTokenRefused(challenge);
  }
}

/** Express and Fastify both set a response header this way. */
interface Reply {
  header(name: string, value: string): unknown;
}

function readChallenge(info: unknown): string | undefined {
  const challenge = (info as { challenge?: unknown } | undefined)?.challenge;
  return typeof challenge === 'string' ? challenge : undefined;
}
