import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessTokenClaims } from '../token/access-token-claims.js';

/** Injects the claims of the caller's access token into a parameter of a handler that `BearerTokenGuard` protects. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: AccessTokenClaims }>().user,
);
