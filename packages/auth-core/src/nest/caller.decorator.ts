import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessTokenClaims } from '../token/access-token-claims.js';

/** Parameter of a handler behind `BearerTokenGuard`: the claims of the caller's access token. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: AccessTokenClaims }>().user,
);
