/** Lets only a number of tasks run at the same time. Waiting tasks run in the order in which they came. */
export class Slots {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get used(): number {
    return this.#used;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#used >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#used++;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#used--;
      else next();
    }
  }
}
