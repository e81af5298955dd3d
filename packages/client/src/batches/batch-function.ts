import {
  apiPaths,
  type DownloadName,
  type DownloadPaths,
  type DownloadShapes,
  downloads,
  type UpdateRequest,
  type UpdateResult,
  type UploadRequest,
  type UploadResult,
} from '@trading-platform/domain-types';

/** The name of a download, such as `trade`. */
export type { DownloadName } from '@trading-platform/domain-types';

/** The types of request and record of each batch function (Spec 4.7, 4.8, 4.10, 4.11). */
export interface BatchFunctions extends DownloadShapes {
  'order-upload': { readonly request: UploadRequest; readonly record: UploadResult };
  'trade-update': { readonly request: UpdateRequest; readonly record: UpdateResult };
}

/** The names of the batch functions in `GET /batches`. */
export type BatchFunctionName = DownloadName | InputName;

/** The functions that take orders or updates of slips. */
export type InputName = 'order-upload' | 'trade-update';

export interface BatchFunction {
  readonly paths: DownloadPaths;
  /** The array of records in a get answer. */
  readonly arrayName: string;
  /** Whether the platform marks the records as downloaded. */
  readonly isMarked: boolean;
  /** Whether the batches change data, so that a batch which fails is not repeated. */
  readonly hasEffects?: boolean;
}

export const batchFunctions: Readonly<Record<BatchFunctionName, BatchFunction>> = {
  ...downloads,
  'order-upload': { paths: apiPaths.upload, arrayName: 'result_list', isMarked: false, hasEffects: true },
  'trade-update': { paths: apiPaths.tradeUpdate, arrayName: 'result_list', isMarked: false, hasEffects: true },
};
