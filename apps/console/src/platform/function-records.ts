import {
  type DownloadName,
  downloads,
  type RecordDefinition,
  type Right,
  updateResult,
  uploadResult,
} from '@trading-platform/domain-types';
import type { BothLanguages, FunctionName } from '../../wire/index.js';

const { master, trade, ...settings } = downloads;

/** The downloads, in the order in which users look for them. */
export const downloadsByUse = { trade, master, ...settings };

interface BatchFunction {
  /** The name of the function that users see. */
  readonly words: BothLanguages;
  /** The right that requesting and reading its batches needs. */
  readonly right: Right;
  /** The definition of the records that batches of the function contain. */
  readonly record: RecordDefinition;
}

const upload = {
  right: 'order',
  words: { en: 'Order upload', ja: '発注データアップロード' },
  record: uploadResult,
} as const;

const update = {
  right: 'update',
  words: { en: 'Slip update', ja: '取引伝票更新' },
  record: updateResult,
} as const;

/** All functions that a batch can have. */
export const batchFunctions: Readonly<Record<FunctionName, BatchFunction>> = {
  master,
  trade,
  'order-upload': upload,
  'trade-update': update,
  ...settings,
};

/** Whether a download with this name exists. */
export function isDownload(name: string): name is DownloadName {
  return Object.hasOwn(downloads, name);
}

/** Whether a batch can have this function. */
export function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(batchFunctions, name);
}
