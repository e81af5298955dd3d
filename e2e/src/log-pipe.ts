import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * A pipe to which a service writes its log. The test decides whether the reader of the pipe reads, does nothing, or
 * closes the pipe.
 */
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

  /** The end of the pipe that a process can use as its standard output. */
  get writeEnd(): number {
    return this.#writeEnd;
  }

  /** Returns the text that was written but not read. The text is empty if everything was read. */
  read(): string {
    const buffer = Buffer.alloc(1_048_576);
    try {
      return buffer.toString('utf8', 0, readSync(this.#readEnd, buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
      throw error;
    }
  }

  /** Closes the end from which the reader reads. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#readEnd);
    closeSync(this.#writeEnd);
  }
}
