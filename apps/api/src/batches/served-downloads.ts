import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import type { Right } from '@trading-platform/domain-types';
import type { Env } from '../env.js';
import type { ServedDownload } from './served-download.js';

/** A function that is not a download, and the right that its calls need. */
export type OtherFunction = BatchFunctionShape & { readonly right: Right };

/** All downloads of this API, by the function name that is stored with their batches. */
export class ServedDownloads {
  readonly #byName: ReadonlyMap<string, ServedDownload>;
  readonly #rights: ReadonlyMap<string, Right>;

  constructor(downloads: readonly ServedDownload[], others: readonly OtherFunction[]) {
    this.#byName = new Map(downloads.map((served) => [served.download.name, served]));
    const functions = [...downloads.map(({ download }) => download), ...others];
    this.#rights = new Map(functions.map(({ name, right }) => [name, right]));
  }

  /** The names of all functions whose batches this API serves. */
  get names(): readonly string[] {
    return [...this.#rights.keys()];
  }

  /** Returns the download whose batches have this function name. */
  named(functionName: string): ServedDownload | undefined {
    return this.#byName.get(functionName);
  }

  /** Returns the right that reading a batch of this function needs, or undefined for a function that this API does not serve. */
  rightOf(functionName: string): Right | undefined {
    return this.#rights.get(functionName);
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
