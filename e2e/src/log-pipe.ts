import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** A pipe for the log of a service. Its reader does nothing, leaves, or reads, as the test decides. */
export class LogPipe {
  readonly #readEnd: number;
  readonly #writeEnd: number;
  #closed = false;

  constructor(folder: string, name: string) {
    const path = join(folder, `${name}.log-pipe`);
    execFileSync('mkfifo', [path]);
    this.#readEnd = openSync(path, O_RDONLY | O_NONBLOCK);
    this.#writeEnd = openSync(path, O_WRONLY);
  }

  /** For the standard output of a process. */
  get writeEnd(): number {
    return this.#writeEnd;
  }

  /** Written but unread text; empty if there is none. */
  read(): string {
    const buffer = Buffer.alloc(1_048_576);
    try {
      return buffer.toString('utf8', 0, readSync(this.#readEnd, buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
      throw error;
    }
  }

  /** Closes the reader's end. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#readEnd);
    closeSync(this.#writeEnd);
  }
}
