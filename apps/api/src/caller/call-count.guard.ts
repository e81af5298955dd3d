import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENV, type Env } from '../env.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { callerOf } from '../http/call.js';

const periodSeconds = 60;

/** Counts the calls made with one access token, and tells the caller where it stands (Spec 8, E100003). */
@Injectable()
export class CallCountGuard implements CanActivate {
  readonly #limit: number;
  readonly #counter: RateLimiterMemory;

  constructor(@Inject(ENV) { callsPerMinute }: Env) {
    this.#limit = callsPerMinute;
    this.#counter = new RateLimiterMemory({ points: callsPerMinute, duration: periodSeconds });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const count = await this.count(callerOf(http.getRequest<FastifyRequest>()).tokenId);
    reply.headers({
      'RateLimit-Limit': this.#limit,
      'RateLimit-Remaining': count.remainingPoints,
      'RateLimit-Reset': secondsUntilReset(count),
      'RateLimit-Policy': `${this.#limit};w=${periodSeconds}`,
    });
    if (count.consumedPoints <= this.#limit) return true;
    throw ApiRefusal.of(errorCode.tooManyCalls, { headers: { 'Retry-After': String(secondsUntilReset(count)) } });
  }

  private async count(tokenId: string): Promise<RateLimiterRes> {
    try {
      return await this.#counter.consume(tokenId);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  }
}

function secondsUntilReset({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}
