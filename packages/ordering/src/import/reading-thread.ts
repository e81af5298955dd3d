import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ChunkReader } from './import-lines.js';
import type { Chunk } from './read-chunk.js';
import type { SourceLine } from './read-lines.js';

/**
 * Parsed lines are needed for only a short time. If the memory for new objects ("young generation") is too small, the garbage
 * collector moves most of these lines to the memory for old objects, which takes time.
 */
const youngGenerationMegabytes = 32;

/** Reads the chunks of a file, one after the other, in another thread, so that parsing and storing run on two cores. */
export class ReadingThread<Row> implements ChunkReader<Row> {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<Chunk<Row>>[] = [];
  #failure: Error | undefined;

  /**
   * @param script the module that the thread runs, which calls `answerReads`
   * @param task the `workerData` of the script, which describes the format of the lines
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
