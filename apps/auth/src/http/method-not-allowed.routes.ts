import { Injectable } from '@nestjs/common';
import { MethodNotAllowed } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { noStore } from './no-store.js';

/** Answers known paths with a wrong method by 405 and `Allow` (RFC 9110 15.5.6), so that only unknown paths are 404. */
@Injectable()
export class MethodNotAllowedRoutes extends MethodNotAllowed {
  protected override refuse(reply: FastifyReply, Allow: string): FastifyReply {
    return reply
      .code(405)
      .headers({ ...noStore, Allow })
      .send({ error: 'invalid_request', error_description: `Only ${Allow} is allowed here` });
  }
}
