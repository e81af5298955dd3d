import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchFailure, type NewSegment, noRoom, type SegmentOwner, SegmentStore } from '@trading-platform/batch-engine';

type StoredBatch = Pick<SegmentOwner, 'id'>;

/** Segments as files: `<batch>/<attempt>/<number>.data`, `.receipts` and `.index`. The index is written last. */
export class FileSegmentStore extends SegmentStore {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  async write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    const folder = this.#attempt(owner);
    await mkdir(folder, { recursive: true });
    for (const { number, index, data, receipts = [] } of segments) {
      await writeNew(join(folder, `${number}.data`), data);
      await writeNew(join(folder, `${number}.receipts`), JSON.stringify(receipts));
      await writeNew(join(folder, `${number}.index`), index);
    }
  }

  /** The contents of the files are already on the disk. This flushes the names of the files. */
  async seal(owner: SegmentOwner): Promise<void> {
    for (const folder of [this.#attempt(owner), this.#batch(owner), this.#folder]) {
      const handle = await open(folder).catch(unlessMissing);
      await handle?.sync();
      await handle?.close();
    }
  }

  read(owner: SegmentOwner, first: number, last: number) {
    return this.#each(owner, first, last, async (number, index, path) => ({
      number,
      index,
      data: await readFile(`${path}.data`),
    }));
  }

  readIndexes(owner: SegmentOwner, first: number, last: number) {
    return this.#each(owner, first, last, async (number, index) => ({ number, index }));
  }

  readReceipts(owner: SegmentOwner, first: number, last: number) {
    return this.#each(
      owner,
      first,
      last,
      async (_number, _index, path) => JSON.parse(await readFile(`${path}.receipts`, 'utf8')) as string[],
    );
  }

  removeAttempt(owner: SegmentOwner): Promise<void> {
    return remove(this.#attempt(owner));
  }

  async removeEarlierAttempts(owner: SegmentOwner): Promise<void> {
    const attempts = (await readdir(this.#batch(owner)).catch(unlessMissing)) ?? [];
    const earlier = attempts.map(Number).filter((attempt) => attempt < owner.attempt);
    for (const attempt of earlier) await remove(this.#attempt({ ...owner, attempt }));
  }

  remove(batch: StoredBatch): Promise<void> {
    return remove(this.#batch(batch));
  }

  /** Files need no maintenance. */
  async maintain(): Promise<void> {}

  async #each<T>(
    owner: SegmentOwner,
    first: number,
    last: number,
    read: (number: number, index: Uint8Array, path: string) => Promise<T>,
  ): Promise<T[]> {
    const found: T[] = [];
    for (let number = first; number <= last; number++) {
      const path = join(this.#attempt(owner), String(number));
      const index = await readFile(`${path}.index`).catch(unlessMissing);
      if (index !== undefined) found.push(await read(number, index, path));
    }
    return found;
  }

  #batch({ id }: StoredBatch): string {
    return join(this.#folder, String(id));
  }

  #attempt(owner: StoredBatch & { readonly attempt: number }): string {
    return join(this.#batch(owner), String(owner.attempt));
  }
}

async function writeNew(path: string, content: Uint8Array | string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', flush: true });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new BatchFailure(noRoom, { cause: error }) : error;
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
