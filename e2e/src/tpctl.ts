import { CommandHost } from '@trading-platform/jest-preset/command-host';
import { programs } from './programs.js';

type Run = CommandHost['run'];

/** Runs commands one after the other. A command that finds others running waits for its turn. */
class QueueOfCommands extends CommandHost {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  override get isBusy(): boolean {
    return this.#waiting > 0;
  }

  override run(...command: Parameters<Run>): ReturnType<Run> {
    this.#waiting++;
    const ended = this.#last.then(() => super.run(...command)).finally(() => this.#waiting--);
    this.#last = ended.catch(() => undefined);
    return ended;
  }
}

/** Runs the `tpctl` commands of a test file one after the other in a single process. */
export const tpctl = new QueueOfCommands(programs.tpctlMain);
