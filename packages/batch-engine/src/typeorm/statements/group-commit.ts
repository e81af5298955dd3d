/** Items that one transaction takes at most. */
const groupSize = 50;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Items that arrive in one turn of the event loop, or while a transaction is under way, go together into the next one:
 * many durable writes for the price of one. A lone item does not wait longer than the turn.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #groupsAtOnce: number;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;

  /** @param commit one transaction; answers one result for each item, in order */
  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>, groupsAtOnce = 1) {
    this.#commit = commit;
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
      const results = await this.#commit(group.map(({ item }) => item));
      for (const [position, { resolve }] of group.entries()) resolve(results[position]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
