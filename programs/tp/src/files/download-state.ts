import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder, replaceFile } from '@trading-platform/files';
import { type Held, stateBeside } from './held.js';

/** Progress of a download to a file. This state names data as safe only after the data is on the disk. */
export interface DownloadState {
  /** Digest of the request, the caller and the format. */
  readonly command: string;
  /** `Idempotency-Key` of the request: a repeated request with this key gets the same batch. */
  readonly requestKey: string;
  readonly batchId?: string;
  readonly recordCount?: number;
  /** The number of safe records in the part file, and the size of these records in bytes. */
  readonly records: number;
  readonly bytes: number;
  /** The size of the complete file, after it has been stored safely under a separate name. */
  readonly wholeBytes?: number;
}

const version = 1;

/** A digest that identifies the command. */
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

/** A state file. `save` replaces the whole file and returns when the new file is on the disk. */
export class StateFile {
  readonly #path: string;
  readonly #held: Held;

  /** @param held the lock; `save` writes nothing once another process has taken over */
  constructor(path: string, held: Held) {
    this.#path = path;
    this.#held = held;
  }

  /** Undefined if there is nothing to resume. */
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
