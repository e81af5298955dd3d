import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AccessTokenVerifier } from '@trading-platform/auth-core';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import type { FastifyRequest } from 'fastify';

const scheme = 'Bearer ';

/**
 * The guard of the data API: a token that the verifier takes passes at once; everything else is Passport's to refuse,
 * with the right challenge. Passport costs a call more than all its other checks together.
 */
@Injectable()
export class AccessTokenGuard extends BearerTokenGuard {
  constructor(private readonly verifier: AccessTokenVerifier) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: object }>();
    const { authorization } = request.headers;
    if (authorization?.startsWith(scheme) === true) {
      try {
        request.user = await this.verifier.verify(authorization.slice(scheme.length));
        return true;
      } catch {
        // Passport verifies it once more and says why it is refused.
      }
    }
    return (await super.canActivate(context)) as boolean;
  }
}
