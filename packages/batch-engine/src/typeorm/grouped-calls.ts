/** The maximum number of calls in one group. */
const groupSize = 50;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects calls that arrive in one turn of the event loop, or while earlier calls are running, and runs them as one statement or
 * transaction. A group of durable writes costs little more than a single write. A single call waits only until the end of the
 * turn of the event loop. The library `dataloader` would start a group in every turn, even if other groups are still running, and
 * would therefore send more groups.
 */
export class GroupedCalls<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #groupsAtOnce: number;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;

  /** @param work answers one result for each item, in order */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, groupsAtOnce = 1) {
    this.#work = work;
    this.#groupsAtOnce = groupsAtOnce;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1 && this.#underWay < this.#groupsAtOnce) setImmediate(() => this.#start());
    });
  }

  #start(): void {
    if (this.#waiting.length === 0 || this.#underWay >= this.#groupsAtOnce) return;
    const group = this.#waiting.splice(0, groupSize);
    this.#underWay++;
    void this.#run(group).finally(() => {
      this.#underWay--;
      this.#start();
    });
  }

  async #run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(group.map(({ item }) => item));
      for (const [position, { resolve }] of group.entries()) resolve(results[position]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
