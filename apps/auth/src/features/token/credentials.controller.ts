import { Controller, Inject, Post, Res } from '@nestjs/common';
import { AuthServer, issueByCredentials, type TokenRequest } from '@trading-platform/auth-core';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { askedFormat, credentialsPath, sendTokens } from '../../http/answer-format.js';
import { ClientRequest } from '../../http/client-request.decorator.js';
import { toTokenRecord } from './token-record.js';

/** Issues tokens for a login ID and password, as JSON or XML (Spec 4.3). */
@Controller(credentialsPath)
export class CredentialsController {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post()
  async issue(@ClientRequest() request: TokenRequest, @Res() reply: FastifyReply): Promise<void> {
    const tokens = await issueByCredentials(this.server, request);
    sendTokens(reply, toTokenRecord(tokens, this.env.standardExpiresIn), askedFormat(reply.request));
  }
}
