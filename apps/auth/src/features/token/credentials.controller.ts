import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { type AuthServer, issueByCredentials } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_SERVER } from '../../auth-server/auth-server.js';
import { ENV, type Env } from '../../env.js';
import { askedFormat, credentialsPath } from '../../http/answer-format.js';
import { readTokenRequest } from '../../http/read-token-request.js';
import { answerTokens } from './answer-tokens.js';

/** Tokens for login ID and password. Spec 4.3. */
@Controller(credentialsPath)
export class CredentialsController {
  constructor(
    @Inject(AUTH_SERVER) private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post()
  issue(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const format = askedFormat(request);
    const issue = () => issueByCredentials(this.server, readTokenRequest(request));
    return answerTokens(request, reply, { issue, format, standardExpiresIn: this.env.standardExpiresIn });
  }
}
