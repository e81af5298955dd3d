import { Injectable, Logger } from '@nestjs/common';

/** Resolves when a part of the service can work; rejects with the reason when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** Conditions for taking requests. Modules add their checks in their constructors. */
@Injectable()
export class Readiness {
  readonly #checks = new Map<string, ReadinessCheck>();
  readonly #failing = new Set<string>();
  readonly #log = new Logger(Readiness.name);
  readonly #onDrain: (() => void)[] = [];
  #draining = false;

  /** @param name shown in the answer of `/readyz` */
  add(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check);
  }

  get checks(): ReadonlyMap<string, ReadinessCheck> {
    return this.#checks;
  }

  /**
   * Logs once when a part fails, with the reason, and once when it works again. The answer of `/readyz` has only the
   * name of the part.
   */
  noteOutcome(name: string, failure: unknown): void {
    if ((failure !== undefined) === this.#failing.has(name)) return;
    if (failure === undefined) {
      this.#failing.delete(name);
      this.#log.log({ part: name, msg: 'a part works again' });
    } else {
      this.#failing.add(name);
      this.#log.warn({ part: name, err: failure, msg: 'not ready: a part fails' });
    }
  }

  /** Reports from now on that the service is not ready, so that load balancers send no more requests. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    for (const listener of this.#onDrain) listener();
  }

  /** Calls the listener when the service begins to stop, so that held answers can be released. */
  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  get draining(): boolean {
    return this.#draining;
  }
}
