import { Injectable } from '@nestjs/common';

/** Resolves when a part of the service can do its work, rejects with the reason when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** What must work for a service to take requests. Modules add their checks while they are made. */
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

  /** From now on the service is not ready, so that no more requests are sent to it. */
  drain(): void {
    this.#draining = true;
  }

  get draining(): boolean {
    return this.#draining;
  }
}
