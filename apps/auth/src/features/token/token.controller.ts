import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { type AuthServer, introspect, issueOrReissue, revoke } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_SERVER } from '../../auth-server/auth-server.js';
import { ENV, type Env } from '../../env.js';
import { noStore } from '../../http/no-store.js';
import { readTokenRequest } from '../../http/read-token-request.js';
import { answerTokens } from './answer-tokens.js';
import { toIntrospection } from './introspection.js';

/** The endpoints for clients that have or want tokens. Spec 4.2, 4.4; RFC 7009, RFC 7662. */
@Controller()
export class TokenController {
  constructor(
    @Inject(AUTH_SERVER) private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post('access_token')
  exchange(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const issue = () => issueOrReissue(this.server, readTokenRequest(request));
    return answerTokens(request, reply, { issue, format: 'json', standardExpiresIn: this.env.standardExpiresIn });
  }

  /** Clients ignore the body (RFC 7009 2.2), but some want it to be JSON. */
  @Post('revoke')
  @HttpCode(200)
  async revoke(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    await revoke(this.server, readTokenRequest(request));
    void reply.headers(noStore);
    return {};
  }

  @Post('introspect')
  @HttpCode(200)
  async introspect(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const state = await introspect(this.server, readTokenRequest(request));
    void reply.headers(noStore);
    return toIntrospection(state, this.server.settings);
  }
}
