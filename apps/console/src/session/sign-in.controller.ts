import { randomUUID } from 'node:crypto';
import { Controller, Get, Inject, Logger, Query, Req, Res } from '@nestjs/common';
import { type PlatformProfile, PlatformStrategy, type PlatformTokens } from '@trading-platform/auth-core/passport';
import type { StoredTokens } from '@trading-platform/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { returnPath } from './return-path.js';
import { runStrategy } from './run-strategy.js';
import { SessionKeeper } from './session-keeper.js';
import { SignInCookie } from './sign-in-cookie.js';

interface SignedInUser {
  readonly tokens: PlatformTokens;
  readonly profile: PlatformProfile;
}

const refusedPath = '/?refused=1';
const renewBeforeEndMs = 30_000;
const renewAfterShare = 2 / 3;

/** Where a browser goes to sign in at the platform, and comes back (Spec 4.1, 4.2). */
@Controller('sign-in')
export class SignInController {
  readonly #strategy: PlatformStrategy;
  readonly #log = new Logger('sign-in');

  constructor(
    @Inject(ENV) { issuer, idpSegment, clientId, clientSecret, url }: Env,
    private readonly keeper: SessionKeeper,
    private readonly cookie: SignInCookie,
  ) {
    this.#strategy = new PlatformStrategy(
      { issuer, idpSegment, clientId, clientSecret, callbackUrl: `${url}/sign-in/callback` },
      (tokens, profile, done) => done(null, { tokens, profile } satisfies SignedInUser),
    );
  }

  @Get()
  async begin(@Query('return') asked: unknown, @Res() reply: FastifyReply): Promise<void> {
    const kept: Record<string, unknown> = {};
    const outcome = await runStrategy<SignedInUser>(this.#strategy, { query: {}, session: kept });
    if (outcome.kind !== 'redirect') throw new Error('The strategy does not lead to the authorization page');
    const state = new URL(outcome.url).searchParams.get('state') ?? '';
    await this.cookie.write(reply, state, { kept, returnTo: returnPath(asked), begunAt: Date.now() });
    await reply.redirect(outcome.url, 303);
  }

  @Get('callback')
  async end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = request.query as Readonly<Record<string, unknown>>;
    const state = typeof query['state'] === 'string' ? query['state'] : '';
    const attempt = await this.cookie.read(request, state);
    this.cookie.remove(reply, state);
    const user = attempt && (await this.#signIn(query, attempt.kept));
    if (attempt === undefined || user === undefined) {
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
    await reply.redirect(attempt.returnTo, 303);
  }

  /** A user who cancels, and an answer that is not to this browser's question, are refused alike. */
  async #signIn(query: unknown, session: Record<string, unknown>): Promise<SignedInUser | undefined> {
    try {
      const outcome = await runStrategy<SignedInUser>(this.#strategy, { query, session });
      return outcome.kind === 'signed-in' ? outcome.user : undefined;
    } catch (error) {
      this.#log.warn({ err: error }, 'a sign-in failed');
      return undefined;
    }
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
