import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal } from '../http/api-refusal.js';
import { callerOf } from '../http/caller-of.js';
import { CallCount } from './call-count.js';
import { UncertainCalls } from './uncertain-calls.js';

/** Counts every call, tells the caller how many calls are left, and refuses calls above the limit (Spec 8, E100003). */
@Injectable()
export class CallCountGuard implements CanActivate {
  constructor(
    private readonly count: CallCount,
    private readonly uncertain: UncertainCalls,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<FastifyRequest>());
    const { limit, remaining, exceeded, secondsLeft } = await this.count.add(caller);
    http.getResponse<FastifyReply>().headers({
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': secondsLeft,
      'RateLimit-Policy': this.count.policy,
    });
    if (exceeded) {
      throw ApiRefusal.of(errorCode.tooManyCalls, { headers: { 'Retry-After': String(secondsLeft) } });
    }
    this.uncertain.note();
    return true;
  }
}
