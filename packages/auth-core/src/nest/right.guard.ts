import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { AccessTokenClaims } from '../token/access-token-claims.js';

/** Thrown if the access token of a call does not have a right that the call needs. */
export class RightMissing extends ForbiddenException {
  /** The name of the missing right. */
  readonly right: string;

  constructor(right: string) {
    super(errorText('rightMissing', { right }));
    this.right = right;
  }
}

/**
 * Checks whether an access token has a right. A handler calls this function itself only if the right depends on something that
 * the handler must find first, such as the object that a path names.
 *
 * @throws RightMissing
 */
export function requireRight({ rights }: Pick<AccessTokenClaims, 'rights'>, right: string): void {
  if (!rights.includes(right)) throw new RightMissing(right);
}

const Needed = Reflector.createDecorator<readonly string[]>();

/**
 * Names the rights that a call of a handler needs. If the list is empty, `RightGuard` accepts every call with a valid
 * token, and the handler itself must call `requireRight` where a right is needed.
 */
export function NeedsRight(...rights: readonly string[]): MethodDecorator {
  return Needed(rights);
}

/**
 * Accepts a call whose access token has all rights that the handler names with `@NeedsRight`. The guard runs after
 * `BearerTokenGuard`. If `@NeedsRight` is missing at a handler, the program has a mistake, and all calls of this
 * handler fail.
 */
@Injectable()
export class RightGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws RightMissing */
  canActivate(context: ExecutionContext): boolean {
    const needed = this.reflector.get(Needed, context.getHandler());
    if (needed === undefined) throw new TypeError(`@NeedsRight is missing at the handler ${context.getHandler().name}`);
    const { user } = context.switchToHttp().getRequest<{ user?: AccessTokenClaims }>();
    if (user === undefined) throw new TypeError('RightGuard must run after BearerTokenGuard');
    for (const right of needed) requireRight(user, right);
    return true;
  }
}
