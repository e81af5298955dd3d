import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENV, type Env } from '../env.js';

const periodSeconds = 60;

/** Where an access token stands with its calls. */
export interface CallStanding {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
  /** Until the count begins anew. */
  readonly secondsLeft: number;
  readonly periodSeconds: number;
}

/** Counts the calls made with each access token (Spec 8). */
@Injectable()
export class CallCount {
  readonly #limit: number;
  readonly #counter: RateLimiterMemory;

  constructor(@Inject(ENV) { callsPerMinute }: Env) {
    this.#limit = callsPerMinute;
    this.#counter = new RateLimiterMemory({ points: callsPerMinute, duration: periodSeconds });
  }

  /** Counts one more call. */
  async add(tokenId: string): Promise<CallStanding> {
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.consume(tokenId);
    return {
      limit: this.#limit,
      remaining: remainingPoints,
      exceeded: consumedPoints > this.#limit,
      secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      periodSeconds,
    };
  }

  private async consume(tokenId: string): Promise<RateLimiterRes> {
    try {
      return await this.#counter.consume(tokenId);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  }
}
