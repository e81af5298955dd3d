import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, PushOutcome, PushStore } from './push-store.js';

const gatherMs = 20;
const outcomesAtOnce = 1_000;
const retryMs = 1_000;

/** The part of a logger that the delivery needs. */
export interface PushLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes the outcomes of all endpoints of a process, many in one transaction and in their order. */
export class PushJournal {
  readonly #store: PushStore;
  readonly #log: PushLog | undefined;
  readonly #lost: (lease: Lease) => void;
  #waiting: { readonly outcome: PushOutcome; readonly written: () => void }[] = [];
  #writing: Promise<void> | undefined;
  #isWriting = false;
  #isClosing = false;

  /** @param lost called for a lease that another process has taken over */
  constructor(store: PushStore, lost: (lease: Lease) => void, log?: PushLog) {
    this.#store = store;
    this.#lost = lost;
    this.#log = log;
  }

  /** How many outcomes are not yet written. */
  get backlog(): number {
    return this.#waiting.length;
  }

  /** Resolves when the outcome is in the database. */
  note(outcome: PushOutcome): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ outcome, written });
      if (!this.#isWriting) this.#writing = this.#writeAll();
    });
  }

  /** Waits until everything is written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  /** From now on an outcome is dropped if its write fails. Its event is then pushed again. */
  close(): void {
    this.#isClosing = true;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // Only one write runs at a time, so that the place in the log is never written before earlier repeats.
      // oxlint-disable-next-line no-await-in-loop
      await sleep(gatherMs);
      const part = this.#waiting.slice(0, outcomesAtOnce);
      // oxlint-disable-next-line no-await-in-loop
      const lost = await this.#write(part.map(({ outcome }) => outcome));
      if (lost === undefined) continue;
      this.#waiting = this.#waiting.slice(part.length);
      for (const lease of lost) this.#lost(lease);
      for (const { written } of part) written();
    }
    this.#isWriting = false;
  }

  async #write(outcomes: readonly PushOutcome[]): Promise<readonly Lease[] | undefined> {
    try {
      return await this.#store.write(outcomes);
    } catch (error) {
      this.#log?.error({ err: error }, 'the outcomes of pushed events cannot be written; trying again');
      if (this.#isClosing) return [];
      await sleep(retryMs);
      return undefined;
    }
  }
}
