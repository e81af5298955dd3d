import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SharedCallCounts } from '@trading-platform/call-counts';
import { OrderingDatabase } from '@trading-platform/ordering/nest';
import { Metrics } from '@trading-platform/service';
import { PinoLogger } from 'nestjs-pino';
import type { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENV, type Env } from '../env.js';
import { clientKey } from '../http/caller-of.js';

const periodSeconds = 60;
const exchangeMs = 1_000;

/** The number of calls that a caller may still make. */
export interface CallStanding {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
  /** The number of seconds until counting starts again. */
  readonly secondsLeft: number;
}

/** A caller and its access token. */
export interface CountedCaller {
  readonly tokenId: string;
  readonly memberCode: string;
  readonly clientId: string;
}

/**
 * Counts calls in memory: the calls with each access token, and the calls that each client of a member makes with all
 * its tokens (Spec 8). Once per second, the processes of the data API exchange their counts. While an exchange is not
 * possible, each process uses only its own counts.
 */
@Injectable()
export class CallCount implements OnApplicationBootstrap, OnModuleDestroy {
  /** Both limits, in the form of the header `RateLimit-Policy`. */
  readonly policy: string;
  readonly #ofToken: RateLimiterMemory;
  readonly #ofClient: RateLimiterMemory;
  readonly #shared: SharedCallCounts;
  readonly #refused: Counter<'limit'>;
  readonly #stopping = new AbortController();
  #exchanging: Promise<void> | undefined;

  constructor(
    @Inject(ENV) { callsPerMinute, clientCallsPerMinute }: Env,
    database: OrderingDatabase,
    private readonly logger: PinoLogger,
    metrics: Metrics,
  ) {
    this.policy = `${callsPerMinute};w=${periodSeconds}, ${clientCallsPerMinute};w=${periodSeconds}`;
    this.#ofToken = new RateLimiterMemory({ points: callsPerMinute, duration: periodSeconds });
    this.#ofClient = new RateLimiterMemory({ points: clientCallsPerMinute, duration: periodSeconds });
    this.#shared = new SharedCallCounts(database);
    this.#refused = metrics.counter(
      'api_calls_over_limit_total',
      'Calls that were refused because of a limit, either of their token or of all tokens of the client.',
      ['limit'],
      [{ limit: 'token' }, { limit: 'client' }],
    );
  }

  onApplicationBootstrap(): void {
    this.#exchanging = this.#exchangeUntilStopped(this.#stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#exchanging;
  }

  /**
   * Counts one more call, and returns the count for the limit that the caller will reach first. A call that exceeds the limit of
   * its token is not counted for the client.
   */
  async add(caller: CountedCaller): Promise<CallStanding> {
    const ofToken = await this.#count(this.#ofToken, caller.tokenId);
    if (ofToken.exceeded) {
      this.#refused.inc({ limit: 'token' });
      return ofToken;
    }
    const ofClient = await this.#count(this.#ofClient, clientKey(caller));
    if (ofClient.exceeded) this.#refused.inc({ limit: 'client' });
    return ofClient.exceeded || ofClient.remaining < ofToken.remaining ? ofClient : ofToken;
  }

  async #count(counter: RateLimiterMemory, key: string): Promise<CallStanding> {
    this.#shared.note(key);
    const { consumedPoints, remainingPoints, msBeforeNext } = await consume(counter, key);
    return {
      limit: counter.points,
      remaining: remainingPoints,
      exceeded: consumedPoints > counter.points,
      secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    };
  }

  async #exchangeUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(exchangeMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#exchange();
    }
  }

  async #exchange(): Promise<void> {
    try {
      for (const [key, calls] of await this.#shared.exchange()) {
        await (isClientKey(key) ? this.#ofClient : this.#ofToken).penalty(key, calls);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'calls cannot be counted together with other processes');
    }
  }
}

async function consume(counter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await counter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** Whether the key of a count belongs to a client. Such a key contains a space, and the key of a token does not. */
function isClientKey(key: string): boolean {
  return key.includes(' ');
}
