/**
 * Answers values in order, those that are there and those that must be made first. Up to `ahead` are being made before
 * they are taken; the next starts only when one has been taken, so back-pressure reaches the source.
 */
export function readAhead<T extends object>(
  steps: readonly (T | (() => Promise<T>))[],
  ahead: number,
): AsyncIterable<T> {
  return new StepsInOrder(steps, ahead);
}

/** Starts nothing before it is iterated. A class, because it is made for every answer: an object with a computed key takes microseconds. */
class StepsInOrder<T extends object> implements AsyncIterable<T> {
  readonly #steps: readonly (T | (() => Promise<T>))[];
  readonly #ahead: number;

  constructor(steps: readonly (T | (() => Promise<T>))[], ahead: number) {
    this.#steps = steps;
    this.#ahead = ahead;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return take(this.#steps, this.#ahead);
  }
}

async function* take<T extends object>(
  steps: readonly (T | (() => Promise<T>))[],
  ahead: number,
): AsyncGenerator<T, void, undefined> {
  const underWay: (T | Promise<T>)[] = [];
  let next = 0;
  while (next < steps.length || underWay.length > 0) {
    while (next < steps.length && underWay.length < ahead) underWay.push(start(steps[next++]!));
    yield await underWay.shift()!;
  }
}

function start<T extends object>(step: T | (() => Promise<T>)): T | Promise<T> {
  if (typeof step !== 'function') return step;
  const result = step();
  // A failure shows when its turn comes; until then it is not unhandled.
  result.catch(() => undefined);
  return result;
}
