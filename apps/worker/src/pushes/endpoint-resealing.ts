import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ServerSecret } from '@trading-platform/auth-core';
import { EndpointStore, resealEndpoints, type SecretResealer } from '@trading-platform/event-push';
import { ENV, type Env } from '../env.js';

/** Processes that still use the former key may add endpoints, so one walk is not enough. */
const everyMs = 60_000;

/**
 * While EVENT_FORMER_SECRET_KEY is set, encrypts the secrets of endpoints with EVENT_SECRET_KEY. Logs when the former
 * key can be removed.
 */
@Injectable()
export class EndpointResealing implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('events');
  #walk: Promise<void> | undefined;
  /** Whether the last walk found nothing to do. This is logged only once. */
  #isDone = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EndpointStore,
  ) {}

  onApplicationBootstrap(): void {
    const { eventSecretKey, eventFormerSecretKey } = this.env;
    if (eventSecretKey === undefined || eventFormerSecretKey === undefined) return;
    const encryption = new ServerSecret(eventSecretKey, eventFormerSecretKey).encryptionFor('endpoint-secret');
    const walk = () => {
      this.#walk = this.#reseal(encryption);
    };
    walk();
    this.#timer = setInterval(walk, everyMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#walk;
  }

  async #reseal(resealer: SecretResealer): Promise<void> {
    try {
      const { resealed, unreadable } = await resealEndpoints(this.store, resealer);
      const wasDone = this.#isDone;
      this.#isDone = unreadable.length === 0 && resealed === 0;
      if (unreadable.length > 0) {
        this.#log.error(
          { endpoint_ids: unreadable.slice(0, 20) },
          'secrets of endpoints were encrypted with another key',
        );
      } else if (resealed > 0) {
        this.#log.log({ endpoints: resealed }, 'secrets of endpoints were encrypted with EVENT_SECRET_KEY');
      } else if (!wasDone) {
        this.#log.log('EVENT_FORMER_SECRET_KEY can go: all secrets of endpoints are encrypted with EVENT_SECRET_KEY');
      }
    } catch (error) {
      this.#log.error({ err: error }, 'secrets of endpoints cannot be encrypted with EVENT_SECRET_KEY now');
    }
  }
}
