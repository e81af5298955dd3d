import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { AuthError, AuthServer, bearerChallenge, readParameters, readUserInfo } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formOf, isForm } from '../../http/form-body.js';
import { NoStore } from '../../http/no-store.js';

const insufficientScope = 'Bearer realm="/api", error="insufficient_scope"';

/** User information for clients. OpenID Connect Core 5.3. */
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

  async #answer(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const token = readBearerToken(request);
    if (token === undefined) return refuse(reply, 401, bearerChallenge(), 'invalid_request', 'No access token');
    try {
      const { subject, userId, name, email, memberCode } = await readUserInfo(this.server, token);
      return { sub: subject, preferred_username: userId, name, email, member_code: memberCode };
    } catch (error) {
      if (error instanceof AuthError && error.code === 'token-invalid') {
        return refuse(reply, 401, bearerChallenge(error.message), 'invalid_token', error.message);
      }
      if (error instanceof AuthError && error.code === 'unauthorized_client') {
        return refuse(reply, 403, insufficientScope, 'insufficient_scope', error.message);
      }
      throw error;
    }
  }
}

/** RFC 6750 2.1 and, with POST, 2.2; never both. */
function readBearerToken(request: FastifyRequest): string | undefined {
  const header = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const field = isForm(request) ? readParameters(formOf(request)).get('access_token') : undefined;
  if (header !== undefined && field !== undefined) {
    throw new AuthError('invalid_request', 'The access token must be sent in one way only');
  }
  return header ?? field;
}

function refuse(
  reply: FastifyReply,
  status: number,
  challenge: string,
  error: string,
  error_description: string,
): object {
  void reply.code(status).header('WWW-Authenticate', challenge);
  return { error, error_description };
}
