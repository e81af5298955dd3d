import { Injectable, Logger } from '@nestjs/common';

/** Resolves when a dependency can be used; rejects with the reason when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** The effect of a dependency that fails. */
export interface DependencyEffect {
  /**
   * True if the service serves all other calls without the dependency. Then `/readyz` still answers 200, because without this
   * process callers would lose the other calls too (default: false).
   */
  readonly impairs?: boolean;
}

/** A dependency of the service, and whether it works now. */
export interface Dependency {
  readonly name: string;
  readonly impairs: boolean;
  readonly works: boolean;
}

const checkTimeoutMs = 2_000;

/** The dependencies of a service. Modules add theirs in their constructors. */
@Injectable()
export class Readiness {
  readonly #dependencies = new Map<string, { readonly check: ReadinessCheck; readonly impairs: boolean }>();
  readonly #failing = new Set<string>();
  readonly #log = new Logger(Readiness.name);
  readonly #onDrain: (() => void)[] = [];
  #draining = false;

  /** @param name shown in the answer of `/readyz` and in the metric */
  add(name: string, check: ReadinessCheck, { impairs = false }: DependencyEffect = {}): void {
    this.#dependencies.set(name, { check, impairs });
  }

  /**
   * Checks dependencies, each for at most 2 seconds. It checks all of them, or only those whose failure makes the
   * service not ready. Logs once when a dependency fails, with the reason, and once when it works again. Answers
   * contain only its name.
   */
  async check({ onlyNeeded }: { readonly onlyNeeded: boolean }): Promise<readonly Dependency[]> {
    const chosen = [...this.#dependencies].filter(([, { impairs }]) => !(onlyNeeded && impairs));
    return Promise.all(
      chosen.map(async ([name, { check, impairs }]) => {
        const failure = await failureOf(check);
        this.noteOutcome(name, failure);
        return { name, impairs, works: failure === undefined };
      }),
    );
  }

  /**
   * Each dependency with its check.
   *
   * @deprecated Use `check`, which bounds the time of each check and notes its outcome.
   */
  get checks(): ReadonlyMap<string, ReadinessCheck> {
    return new Map([...this.#dependencies].map(([name, { check }]) => [name, check]));
  }

  /** Logs once when a dependency fails, with the reason, and once when it works again. `check` does this itself. */
  noteOutcome(name: string, failure: unknown): void {
    if ((failure !== undefined) === this.#failing.has(name)) return;
    if (failure === undefined) {
      this.#failing.delete(name);
      this.#log.log({ part: name, msg: 'a part works again' });
    } else {
      this.#failing.add(name);
      const msg = this.#dependencies.get(name)?.impairs ? 'impaired: a part fails' : 'not ready: a part fails';
      this.#log.warn({ part: name, err: failure, msg });
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

async function failureOf(check: ReadinessCheck): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return error ?? new Error('no reason');
  } finally {
    clearTimeout(timer);
  }
}
