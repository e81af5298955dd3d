import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Database } from '@trading-platform/database';
import { PinoLogger } from 'nestjs-pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENV, type Env } from '../env.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';
import { SharedCallCounts } from './shared-call-counts.js';

const periodSeconds = 60;
const exchangeMs = 1_000;

/** Where an access token stands with its calls. */
export interface CallStanding {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
  /** Until the count begins anew. */
  readonly secondsLeft: number;
  readonly periodSeconds: number;
}

/**
 * Counts the calls made with each access token in memory (Spec 8). Once a second the processes of the data API tell each
 * other; while they cannot, each counts alone.
 */
@Injectable()
export class CallCount implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #limit: number;
  readonly #counter: RateLimiterMemory;
  readonly #shared: SharedCallCounts;
  readonly #stopping = new AbortController();
  #exchanging: Promise<void> | undefined;

  constructor(
    @Inject(ENV) { callsPerMinute }: Env,
    @Inject(ORDERING_DATABASE) database: Database,
    private readonly logger: PinoLogger,
  ) {
    this.#limit = callsPerMinute;
    this.#counter = new RateLimiterMemory({ points: callsPerMinute, duration: periodSeconds });
    this.#shared = new SharedCallCounts(database);
  }

  onApplicationBootstrap(): void {
    this.#exchanging = this.exchangeUntilStopped(this.#stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#exchanging;
  }

  /** Counts one more call. */
  async add(tokenId: string): Promise<CallStanding> {
    this.#shared.note(tokenId);
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

  private async exchangeUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(exchangeMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.exchange();
    }
  }

  private async exchange(): Promise<void> {
    try {
      for (const [tokenId, calls] of await this.#shared.exchange()) await this.#counter.penalty(tokenId, calls);
    } catch (error) {
      this.logger.warn({ err: error }, 'calls cannot be counted together with other processes');
    }
  }
}
