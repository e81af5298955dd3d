import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { AuthError, AuthServer, readParameters, readUserInfo } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formOf, isForm } from '../../http/form-body.js';
import { NoStore } from '../../http/no-store.js';
import { answerByToken, tokenInHeader } from '../../http/refused-token.js';

/** Serves information about the user to clients (OpenID Connect Core 5.3). */
@Controller('userinfo')
export class OpenIdController {
  constructor(private readonly server: AuthServer) {}

  @Get()
  @NoStore()
  get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    return this.#answer(request, reply);
  }

  @Post()
  @HttpCode(200)
  @NoStore()
  post(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    return this.#answer(request, reply);
  }

  #answer(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    return answerByToken(reply, readBearerToken(request), async (token) => {
      const { subject, userId, name, email, memberCode } = await readUserInfo(this.server, token);
      return { sub: subject, preferred_username: userId, name, email, member_code: memberCode };
    });
  }
}

/**
 * Reads the access token from the header (RFC 6750 2.1) or, with POST, from the body (RFC 6750 2.2). A request that sends the
 * access token in both places is refused.
 */
function readBearerToken(request: FastifyRequest): string | undefined {
  const header = tokenInHeader(request);
  const field = isForm(request) ? readParameters(formOf(request)).get('access_token') : undefined;
  if (header !== undefined && field !== undefined) {
    throw new AuthError('invalid_request', 'The access token must be sent in one way only');
  }
  return header ?? field;
}
