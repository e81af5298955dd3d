import { randomUUID } from 'node:crypto';
import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { PlatformTokens } from '@trading-platform/auth-core/passport';
import type { StoredTokens } from '@trading-platform/client';
import type { FastifyReply } from 'fastify';
import { SessionKeeper } from './session-keeper.js';
import { type SignInAnswer, SignInAnswerGuard, SignInGuard } from './sign-in.guard.js';
import { SignInAttempts } from './sign-in-attempts.js';

const refusedPath = '/?refused=1';
const renewBeforeEndMs = 30_000;
const renewAfterShare = 2 / 3;

/** The paths that start a sign-in at the platform and receive the browser afterwards (Spec 4.1, 4.2). */
@Controller('sign-in')
export class SignInController {
  constructor(
    private readonly keeper: SessionKeeper,
    private readonly attempts: SignInAttempts,
  ) {}

  /** At this point the guard has already redirected the browser. */
  @Get()
  @UseGuards(SignInGuard)
  begin(): never {
    throw new Error('The strategy does not lead to the authorization page');
  }

  /** If the user cancelled, or if the answer belongs to no attempt of this browser, the refusal is the same. */
  @Get('callback')
  @UseGuards(SignInAnswerGuard)
  async end(@Req() request: SignInAnswer, @Res() reply: FastifyReply): Promise<void> {
    const { user, authInfo, query } = request;
    this.attempts.remove(reply, query['state']);
    if (user === undefined) {
      await reply.redirect(refusedPath, 303);
      return;
    }
    const { tokens, profile } = user;
    await this.keeper.begin(request, reply, {
      id: randomUUID(),
      username: profile.username,
      memberCode: profile.memberCode,
      signedInAt: Date.now(),
      tokens: toStored(tokens),
    });
    await reply.redirect(authInfo?.state ?? '/', 303);
  }
}

function toStored({ accessToken, refreshToken, expiresInSeconds }: PlatformTokens): StoredTokens {
  const lifetimeMs = expiresInSeconds * 1_000;
  const now = Date.now();
  return {
    accessToken,
    refreshToken,
    accessTokenEndsAt: now + lifetimeMs,
    renewAt: now + Math.max(lifetimeMs - renewBeforeEndMs, lifetimeMs * renewAfterShare),
  };
}
