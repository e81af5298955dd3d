import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ImportKind } from '@trading-platform/domain-types';
import type { Chunk } from '../import/read-chunk.js';
import type { SourceLine } from '../import/read-lines.js';

/** What the lines of a file are for. */
export type ReadingPurpose = 'load' | 'removal';

/** What the thread is to read. */
export interface ReadingTask {
  readonly kind: ImportKind;
  readonly purpose: ReadingPurpose;
}

/** Lines are short-lived and many: a small young generation would take most of them for old. */
const youngGenerationMegabytes = 32;

/** Reads chunks of one kind of file in a thread of its own, one after the other, so that parsing and storing share no core. */
export class ReadingThread<Row> {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<Chunk<Row>>[] = [];
  #failure: Error | undefined;

  /** @param purpose the files that are read: those of a load or of a removal */
  constructor(kind: ImportKind, purpose: ReadingPurpose = 'load') {
    this.#worker = new Worker(new URL('./read-chunks-in-thread.js', import.meta.url), {
      workerData: { kind, purpose } satisfies ReadingTask,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMegabytes },
    });
    this.#worker.on('message', (bytes: Uint8Array) => this.#asked.shift()?.resolve(deserialize(bytes) as Chunk<Row>));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that reads an import has ended')));
  }

  /** @see readChunk */
  read(lines: readonly SourceLine[]): Promise<Chunk<Row>> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const asked = Promise.withResolvers<Chunk<Row>>();
    this.#asked.push(asked);
    const bytes = serialize(lines);
    this.#worker.postMessage(bytes, [bytes.buffer]);
    return asked.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(error);
  }
}
