import { Injectable } from '@nestjs/common';
import { MethodNotAllowed } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { askedFormat, sendOAuthError } from './answer-format.js';
import { invalidRequest } from './oauth-error.js';

/**
 * Answers a wrong method for a known path with 405 and the header `Allow` (RFC 9110 15.5.6), so that only unknown paths are
 * answered with 404.
 */
@Injectable()
export class MethodNotAllowedRoutes extends MethodNotAllowed {
  protected override refuse(reply: FastifyReply, Allow: string): FastifyReply {
    const error = invalidRequest(`Only ${Allow} is allowed here`, 405);
    return sendOAuthError(reply, { ...error, headers: { Allow } }, askedFormat(reply.request));
  }
}
