import type { Listening } from './database.js';

/** All listenings of a database, so that they end with it. */
export class Listenings implements Listening {
  readonly #underWay = new Set<Listening>();

  /** The same, forgotten when it stops. */
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
