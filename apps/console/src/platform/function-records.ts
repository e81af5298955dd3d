import { type DownloadName, downloads, type RecordDefinition, uploadResult } from '@trading-platform/domain-types';
import type { BothLanguages, FunctionName } from '../../wire/index.js';

const { master, trade, ...settings } = downloads;

/** The downloads in the order in which people look for them. */
export const downloadsByUse = { trade, master, ...settings };

interface BatchFunction {
  /** The name of the function, for people. */
  readonly words: BothLanguages;
  /** The records in the batches of the function. */
  readonly record: RecordDefinition;
}

const upload = { words: { en: 'Order upload', ja: '発注データアップロード' }, record: uploadResult };

/** All functions that batches have. */
export const batchFunctions: Readonly<Record<FunctionName, BatchFunction>> = {
  master,
  trade,
  'order-upload': upload,
  ...settings,
};

/** Whether there is such a download. */
export function isDownload(name: string): name is DownloadName {
  return Object.hasOwn(downloads, name);
}

/** Whether batches have such a function. */
export function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(batchFunctions, name);
}
