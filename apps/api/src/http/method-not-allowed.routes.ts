import { Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { MethodNotAllowed } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { ApiRefusal } from './api-refusal.js';

/**
 * Answers a known path that is called with a wrong method with 405 and the header `Allow`, so that only unknown paths are
 * answered with 404 (Spec 7).
 */
@Injectable()
export class MethodNotAllowedRoutes extends MethodNotAllowed {
  protected override refuse(_reply: FastifyReply, Allow: string): never {
    throw ApiRefusal.of(errorCode.methodNotAllowed, { headers: { Allow } });
  }
}
