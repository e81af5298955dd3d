import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LiveSession, SessionKeeper } from './session-keeper.js';

const neededKey = 'token needed for';
const usuallyNeededSeconds = 20;
const live = new WeakMap<FastifyRequest, LiveSession>();

/** The number of seconds for which the access token must stay valid, because the answer may take that long. */
export const NeedsToken = (seconds: number) => SetMetadata(neededKey, seconds);

/** Lets a call pass only if its user is signed in. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly keeper: SessionKeeper) {}

  /** @throws ConsoleError `signed-out` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const needed = Reflect.getMetadata(neededKey, context.getHandler()) as number | undefined;
    const seconds = needed ?? usuallyNeededSeconds;
    const session = await this.keeper.open(request, http.getResponse<FastifyReply>(), seconds * 1_000);
    live.set(request, session);
    // `RightGuard` reads the claims from here.
    (request as { user?: AccessTokenClaims }).user = session.claims;
    return true;
  }
}

/** Gives a handler the session that `SessionGuard` has opened. */
export const SignedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): LiveSession =>
    liveSessionOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Returns the session that `SessionGuard` has opened for a request. */
export function liveSessionOf(request: FastifyRequest): LiveSession {
  const session = live.get(request);
  if (session === undefined) throw new Error('No guard has opened the session');
  return session;
}
