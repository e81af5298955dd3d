import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import type { Env } from '../env.js';
import type { ServedDownload } from './served-download.js';

/** All downloads of this API, by the function name that is stored with their batches. */
export class ServedDownloads {
  readonly #byName: ReadonlyMap<string, ServedDownload>;

  constructor(downloads: readonly ServedDownload[]) {
    this.#byName = new Map(downloads.map((served) => [served.download.name, served]));
  }

  /** Returns the download whose batches have this function name. */
  named(functionName: string): ServedDownload | undefined {
    return this.#byName.get(functionName);
  }

  /** Returns the functions of all downloads in the form that the engine needs. */
  functions(env: Env): readonly BatchFunctionShape[] {
    return [...this.#byName.values()].map(({ download: { name, arrayName }, recordsPerGet }) => ({
      name,
      arrayName,
      maxRecordsPerGet: recordsPerGet(env),
    }));
  }
}
