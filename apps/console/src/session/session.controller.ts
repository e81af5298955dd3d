import { Controller, Get, Header, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { rights } from '@trading-platform/domain-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAnswer, SessionEnded } from '../../wire/index.js';
import { ENV, type Env } from '../env.js';
import { namedRight } from '../http/error.filter.js';
import { SessionGuard, SignedIn } from './session.guard.js';
import { SessionCookie } from './session-cookie.js';
import { type LiveSession, SessionKeeper } from './session-keeper.js';

/** Shows the signed-in user, and signs the user out. */
@Controller('api/session')
export class SessionController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly cookie: SessionCookie,
    private readonly keeper: SessionKeeper,
  ) {}

  @Get()
  @UseGuards(SessionGuard)
  show(@SignedIn() { session, claims }: LiveSession): SessionAnswer {
    const { issuer: authUrl, publicApiUrl: apiUrl, apiPrefix, idpSegment, portalUrl, clientId } = this.env;
    return {
      user: { username: session.username, memberCode: session.memberCode },
      clientId,
      signedInAt: session.signedInAt,
      endsAt: this.cookie.endOf(session),
      memberWide: claims.memberWide === true,
      rights: rights.map((name) => ({ ...namedRight(name), isHeld: claims.rights.includes(name) })),
      platform: { authUrl, apiUrl, apiPrefix, idpSegment, ...(portalUrl === undefined ? {} : { portalUrl }) },
    };
  }

  /**
   * If there is no session, signing out has nothing to do. The browser clears its cache, so that its next user finds no
   * records there.
   */
  @Post('end')
  @HttpCode(200)
  @Header('Clear-Site-Data', '"cache"')
  async end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SessionEnded> {
    await this.keeper.end(request, reply);
    return { ended: true };
  }
}
