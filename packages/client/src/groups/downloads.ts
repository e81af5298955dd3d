import { type DownloadName, downloads, type SettingName, settingNames } from '@trading-platform/domain-types';
import type { BatchClient } from '../batches/batch-client.js';
import type { BatchFunctions } from '../batches/batch-function.js';
import type { BatchPosition, DownloadOptions, ResumeOptions } from '../batches/batch-options.js';
import type { Download } from '../batches/download.js';

/** One download function. */
export class DownloadCalls<Name extends DownloadName> {
  readonly #batches: BatchClient;
  readonly #name: Name;

  constructor(batches: BatchClient, name: Name) {
    this.#batches = batches;
    this.#name = name;
  }

  /**
   * Requests a batch at once and returns its records, which can be iterated immediately. If the signal aborts before
   * the batch is finished, the batch is cancelled.
   */
  download(
    request: BatchFunctions[Name]['request'],
    options: DownloadOptions = {},
  ): Download<BatchFunctions[Name]['record']> {
    return this.#batches.download(this.#name, request, options);
  }

  /** Resumes an existing batch at a record: `Download.position` of an interrupted download. */
  resume(position: BatchPosition, options: ResumeOptions = {}): Download<BatchFunctions[Name]['record']> {
    return this.#batches.resume(this.#name, position, options);
  }
}

type Downloads = typeof downloads;

/** The settings of sellers and buyers, each under its `sdkName` (Spec 4.10). */
export type SettingsCalls = {
  readonly [Name in SettingName as Downloads[Name]['sdkName']]: DownloadCalls<Name>;
};

/** The calls of all settings. */
export function settingsCalls(batches: BatchClient): SettingsCalls {
  const calls = settingNames.map((name) => [downloads[name].sdkName, new DownloadCalls(batches, name)]);
  return Object.fromEntries(calls) as SettingsCalls;
}
