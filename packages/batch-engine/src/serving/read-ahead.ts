/** Either a finished value, or a function that makes the value when it is needed. */
export type Step<T extends object> = T | (() => Promise<T>);

/**
 * Yields values in order, and makes some of them ahead of time. For each reader, up to `each` values are made ahead. If more than
 * `together` values would be made ahead for all readers, each reader gets fewer, but always at least one. The next value is
 * started only when a value has been taken, so a slow reader also slows down the source.
 */
export class ReadAhead {
  readonly #each: number;
  readonly #together: number;
  #readers = 0;

  constructor(each: number, together = Number.POSITIVE_INFINITY) {
    this.#each = each;
    this.#together = together;
  }

  /** No value is started before the iteration begins. */
  over<T extends object>(steps: readonly Step<T>[]): AsyncIterable<T> {
    return new Steps(steps, (taken) => this.#take(taken));
  }

  async *#take<T extends object>(steps: readonly Step<T>[]): AsyncGenerator<T, void, undefined> {
    const underWay: (T | Promise<T>)[] = [];
    let next = 0;
    this.#readers++;
    try {
      while (next < steps.length || underWay.length > 0) {
        while (next < steps.length && underWay.length < this.#ahead()) underWay.push(start(steps[next++]!));
        yield await underWay.shift()!;
      }
    } finally {
      this.#readers--;
    }
  }

  #ahead(): number {
    return Math.max(1, Math.min(this.#each, Math.floor(this.#together / this.#readers)));
  }
}

/** A class is used because each answer needs an instance, and an object with a computed key would take a microsecond. */
class Steps<T extends object> implements AsyncIterable<T> {
  readonly #steps: readonly Step<T>[];
  readonly #take: (steps: readonly Step<T>[]) => AsyncIterator<T>;

  constructor(steps: readonly Step<T>[], take: (steps: readonly Step<T>[]) => AsyncIterator<T>) {
    this.#steps = steps;
    this.#take = take;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.#take(this.#steps);
  }
}

function start<T extends object>(step: Step<T>): T | Promise<T> {
  if (typeof step !== 'function') return step;
  const result = step();
  // If a value fails, the error is thrown after the earlier values. Until the error is thrown, it must not count as an unhandled
  // rejection.
  result.catch(() => undefined);
  return result;
}
