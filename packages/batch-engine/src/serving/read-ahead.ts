/** A value, or how to make it when its turn comes. */
export type Step<T extends object> = T | (() => Promise<T>);

/**
 * Answers values in order, and makes some of them first. It makes up to `each` values ahead for one reader; fewer if all readers
 * together would have more than `together`, but always one. The next one starts only when one has been taken, so back-pressure reaches
 * the source.
 */
export class ReadAhead {
  readonly #each: number;
  readonly #together: number;
  #readers = 0;

  constructor(each: number, together = Number.POSITIVE_INFINITY) {
    this.#each = each;
    this.#together = together;
  }

  /** Nothing starts before the iteration. */
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

/** A class, because one is made for every answer: an object with a computed key takes a microsecond. */
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
  // A failure is reported when its turn comes; until then it must not count as unhandled.
  result.catch(() => undefined);
  return result;
}
