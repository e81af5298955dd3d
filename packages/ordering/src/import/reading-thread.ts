import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ChunkReader } from './import-lines.js';
import type { Chunk } from './read-chunk.js';
import type { SourceLine } from './read-lines.js';

/** Many lines live for a short time. In a small young generation most of them would be moved to the old one. */
const youngGenerationMegabytes = 32;

/** Reads the chunks of a file in another thread, one after the other, so that parsing and storing run on two cores. */
export class ReadingThread<Row> implements ChunkReader<Row> {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<Chunk<Row>>[] = [];
  #failure: Error | undefined;

  /**
   * @param script the module that the thread runs, which calls `answerReads`
   * @param task the `workerData` of the script, which tells it the format of the lines
   */
  constructor(script: URL, task: unknown) {
    this.#worker = new Worker(script, {
      workerData: task,
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
