import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Limits the number of bytes that are processed in one turn of the event loop. Without a limit, work whose bytes are in memory
 * never pauses: hundreds of readers that arrived together blocked the event loop for seconds.
 */
export class ByteTurns {
  readonly #bytesPerTurn: number;
  #bytes = 0;
  #turn: Promise<void> | undefined;

  constructor(bytesPerTurn: number) {
    this.#bytesPerTurn = bytesPerTurn;
  }

  /** Resolves when more bytes may be processed in the current turn. The call that has waited longest continues first. */
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
