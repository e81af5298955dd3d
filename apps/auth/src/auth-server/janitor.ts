import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type AuthServerContext, sweep } from '@trading-platform/auth-core';
import { AUTH_SERVER } from './auth-server.js';

const pauseMs = 60_000;

/** Removes what has ended, once a minute. Any number of servers may do so at once. */
@Injectable()
export class Janitor implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('janitor');
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(@Inject(AUTH_SERVER) private readonly server: AuthServerContext) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweep();
    }, pauseMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    this.#end.abort();
    await this.#sweeping;
  }

  async #sweep(): Promise<void> {
    try {
      const removed = await sweep(this.server, { signal: this.#end.signal });
      if (Object.values(removed).some((count) => count > 0)) this.#log.debug(removed, 'swept');
    } catch (error) {
      this.#log.warn({ err: error }, 'sweeping failed; it is tried again');
    }
  }
}
