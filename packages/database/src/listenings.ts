import type { Listening } from './database.js';

/** All subscriptions to a database. The subscriptions end together with the database. */
export class Listenings implements Listening {
  readonly #underWay = new Set<Listening>();

  /** Adds a subscription, which is removed again when it stops. */
  add(listening: Listening): Listening {
    this.#underWay.add(listening);
    return {
      stop: () => {
        this.#underWay.delete(listening);
        return listening.stop();
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#underWay, (listening) => listening.stop()));
  }
}
