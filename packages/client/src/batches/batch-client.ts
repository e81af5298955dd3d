import type { DataApi } from '../calls/data-api.js';
import { PlatformError, type RecordRange } from '../errors/platform-error.js';
import { throwIfAborted } from '../wire/aborted.js';
import { type BatchFunctionName, type BatchFunctions, batchFunctions } from './batch-function.js';
import type { BatchPosition, DownloadOptions, FinishedBatch, ResumeOptions } from './batch-options.js';
import { BatchSteps } from './batch-steps.js';
import { Download } from './download.js';
import { RecordPages } from './record-pages.js';

/** Makes the three steps of a batch of any function, and acknowledges its records. */
export class BatchClient {
  readonly steps: BatchSteps;
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
    this.steps = new BatchSteps(api);
  }

  download<Name extends BatchFunctionName>(
    name: Name,
    request: BatchFunctions[Name]['request'],
    options: DownloadOptions,
  ): Download<BatchFunctions[Name]['record']> {
    return this.#downloadOf(name, this.steps.make(name, request, options), 1, options);
  }

  resume<Name extends BatchFunctionName>(
    name: Name,
    { batchId, seqFrom = 1 }: BatchPosition,
    options: ResumeOptions,
  ): Download<BatchFunctions[Name]['record']> {
    return this.#downloadOf(name, this.steps.wait(name, batchId, options), seqFrom, options);
  }

  /** Resumes a batch as soon as the name of its function is known. */
  resumeAny(name: Promise<BatchFunctionName>, { batchId, seqFrom = 1 }: BatchPosition, options: ResumeOptions) {
    const finished = name.then((known) => this.steps.wait(known, batchId, options));
    return this.#downloadOf<unknown>(name, finished, seqFrom, options);
  }

  /** @throws PlatformError `not-acknowledged` */
  async acknowledge(range: RecordRange, signal: AbortSignal | undefined): Promise<void> {
    const { batchId, seqFrom, seqTo } = range;
    const path = `/batches/${encodeURIComponent(batchId)}/delivered`;
    try {
      await this.#api.call({ path, body: { seq_from: String(seqFrom), seq_to: String(seqTo) }, signal });
    } catch (cause) {
      throwIfAborted(signal);
      const { reason, ...details } = cause instanceof PlatformError ? cause : { reason: String(cause) };
      const message = `The records ${seqFrom} to ${seqTo} of batch ${batchId} came, but could not be acknowledged: ${reason}`;
      throw new PlatformError('not-acknowledged', message, {
        ...details,
        advice: undefined,
        unacknowledged: range,
        cause,
      });
    }
  }

  #downloadOf<Record>(
    name: BatchFunctionName | Promise<BatchFunctionName>,
    finished: Promise<FinishedBatch>,
    seqFrom: number,
    options: ResumeOptions,
  ): Download<Record> {
    const api = this.#api;
    const { signal, onProgress, acknowledge } = options;
    return new Download<Record>({
      finished,
      seqFrom,
      async *fetchPages({ batchId, recordCount }, from) {
        const batchFunction = batchFunctions[await name];
        const { recordsPerGet, bytesPerGet, parallelGets } = options;
        const range = { batchId, seqFrom: from, recordCount, recordsPerGet, bytesPerGet, parallelGets };
        yield* new RecordPages({ ...range, api, batchFunction, signal });
      },
      acknowledge: (batchId, from, to) => this.acknowledge({ batchId, seqFrom: from, seqTo: to }, signal),
      acknowledgedBy: acknowledge,
      onProgress,
    });
  }
}
