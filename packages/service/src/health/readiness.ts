import { Injectable } from '@nestjs/common';

/** Resolves when a part of the service can work; rejects with the reason when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** What must work before a service takes requests. Modules add their checks in their constructors. */
@Injectable()
export class Readiness {
  readonly #checks = new Map<string, ReadinessCheck>();
  #draining = false;

  /** @param name shown in the answer of `/readyz` */
  add(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check);
  }

  get checks(): ReadonlyMap<string, ReadinessCheck> {
    return this.#checks;
  }

  /** From now on the service says that it is not ready, so that load balancers send no more requests. */
  drain(): void {
    this.#draining = true;
  }

  get draining(): boolean {
    return this.#draining;
  }
}
