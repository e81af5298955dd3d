import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { runHousekeeping } from '../../housekeeping/run-housekeeping.js';
import { AuthServer } from '../../server/auth-server.js';

const pauseMs = 60_000;

/** Removes expired rows once a minute. Several servers may remove expired rows at the same time. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('housekeeping');
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly server: AuthServer) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#run();
    }, pauseMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    this.#end.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      const removed = await runHousekeeping(this.server, { signal: this.#end.signal });
      if (Object.values(removed).some((count) => count > 0)) this.#log.debug(removed, 'removed what has ended');
    } catch (error) {
      this.#log.warn({ err: error }, 'housekeeping failed; it is tried again');
    }
  }
}
