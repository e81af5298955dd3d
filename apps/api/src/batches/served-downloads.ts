import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import type { Env } from '../env.js';
import type { ServedDownload } from './served-download.js';

/** All downloads of this API, by the function name that their batches have. */
export class ServedDownloads {
  readonly #byName: ReadonlyMap<string, ServedDownload>;

  constructor(downloads: readonly ServedDownload[]) {
    this.#byName = new Map(downloads.map((served) => [served.download.name, served]));
  }

  /** The download whose batches have this function name. */
  named(functionName: string): ServedDownload | undefined {
    return this.#byName.get(functionName);
  }

  /** The functions of all downloads, for the engine. */
  functions(env: Env): readonly BatchFunctionShape[] {
    return [...this.#byName.values()].map(({ download: { name, arrayName }, recordsPerGet }) => ({
      name,
      arrayName,
      maxRecordsPerGet: recordsPerGet(env),
    }));
  }
}
