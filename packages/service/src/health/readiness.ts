import { Injectable, Logger } from '@nestjs/common';

/** Resolves when a part of the service can work; rejects with the reason when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** What must work before a service takes requests. Modules add their checks in their constructors. */
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

  /** Tells the log, once, that a part fails and why, and once that it works again. The answer of `/readyz` names the part only. */
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

  /** From now on the service says that it is not ready, so that load balancers send no more requests. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    for (const listener of this.#onDrain) listener();
  }

  /** Calls the listener when the service begins to stop: what holds answers back lets them go then. */
  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  get draining(): boolean {
    return this.#draining;
  }
}
