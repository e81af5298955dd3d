import { Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { MethodNotAllowed } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { ApiRefusal } from './api-refusal.js';

/** Answers known paths with a wrong method by 405 and `Allow`, so that only unknown paths are 404 (Spec 7). */
@Injectable()
export class MethodNotAllowedRoutes extends MethodNotAllowed {
  protected override refuse(_reply: FastifyReply, Allow: string): never {
    throw ApiRefusal.of(errorCode.methodNotAllowed, { headers: { Allow } });
  }
}
