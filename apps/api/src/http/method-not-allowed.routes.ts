import { Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { MethodNotAllowed } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { ApiRefusal } from './api-refusal.js';

/**
 * Refuses calls of a known path with a wrong method: the status is 405, and the header `Allow` lists the allowed methods. Without
 * this class, these calls would get 404 (Spec 7).
 */
@Injectable()
export class MethodNotAllowedRoutes extends MethodNotAllowed {
  protected override refuse(_reply: FastifyReply, Allow: string): never {
    throw ApiRefusal.of(errorCode.methodNotAllowed, { headers: { Allow } });
  }
}
