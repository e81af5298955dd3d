import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Bounds the bytes that are worked on in one turn of the event loop. Without it, work whose bytes are in memory goes on without a pause:
 * hundreds of readers that came together held the loop for seconds.
 */
export class ByteTurns {
  readonly #bytesPerTurn: number;
  #bytes = 0;
  #turn: Promise<void> | undefined;

  constructor(bytesPerTurn: number) {
    this.#bytesPerTurn = bytesPerTurn;
  }

  /** Resolves when there is room for more in this turn, first come, first served. */
  async take(bytes: number): Promise<void> {
    while (this.#bytes >= this.#bytesPerTurn) await (this.#turn ??= this.#next());
    this.#bytes += bytes;
  }

  async #next(): Promise<void> {
    await nextTurn();
    this.#bytes = 0;
    this.#turn = undefined;
  }
}
