import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder, replaceFile } from '@trading-platform/files';
import { type Held, stateBeside } from './held.js';

/** How far a download to a file has come. What it says is safe has reached the disk before it was said. */
export interface DownloadState {
  /** Tells the command: what is asked for, by whom, written how. */
  readonly command: string;
  /** `Idempotency-Key` of the request: whoever repeats it has the same batch. */
  readonly requestKey: string;
  readonly batchId?: string;
  readonly recordCount?: number;
  /** Records that are safely in the part file, and the bytes that they take there. */
  readonly records: number;
  readonly bytes: number;
  /** The size of the whole file, once it is safely there under a name of its own. */
  readonly wholeBytes?: number;
}

const version = 1;

/** The digest that tells a command from others. */
export function commandDigest(facts: object): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** A state file: replaced as a whole, and on the disk when `save` is done. */
export class StateFile {
  readonly #path: string;
  readonly #held: Held;

  /** @param held nothing is written where somebody else has taken over */
  constructor(path: string, held: Held) {
    this.#path = path;
    this.#held = held;
  }

  /** Undefined if there is none that can be gone on with. */
  async load(): Promise<DownloadState | undefined> {
    try {
      const { version: found, ...state } = JSON.parse(await readFile(this.#path, 'utf8')) as DownloadState & {
        version: number;
      };
      return found === version ? state : undefined;
    } catch {
      return undefined;
    }
  }

  async save(state: DownloadState): Promise<void> {
    const options = { mode: 0o600, beside: stateBeside, before: () => this.#held.check() };
    await replaceFile(this.#path, JSON.stringify({ version, ...state }), options);
  }

  async remove(): Promise<void> {
    await this.#held.check();
    await rm(`${this.#path}${stateBeside}`, { force: true });
    await rm(this.#path, { force: true });
    await flushFolder(dirname(this.#path));
  }
}
