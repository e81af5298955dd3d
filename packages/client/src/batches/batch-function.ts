import {
  apiPaths,
  type DownloadName,
  type DownloadPaths,
  type DownloadShapes,
  downloads,
  type UploadRequest,
  type UploadResult,
} from '@trading-platform/domain-types';

export type { DownloadName } from '@trading-platform/domain-types';

/** What goes in the three steps of a batch: what each function is asked with and what it delivers (Spec 4.7, 4.8, 4.10, 4.11). */
export interface BatchFunctions extends DownloadShapes {
  'order-upload': { readonly request: UploadRequest; readonly record: UploadResult };
}

/** By the names that `GET /batches` has for them. */
export type BatchFunctionName = DownloadName | 'order-upload';

export interface BatchFunction {
  readonly paths: DownloadPaths;
  /** The array in which a get answers its records. */
  readonly arrayName: string;
  /** Whether the platform marks its records as downloaded. */
  readonly isMarked: boolean;
}

export const batchFunctions: Readonly<Record<BatchFunctionName, BatchFunction>> = {
  ...downloads,
  'order-upload': { paths: apiPaths.upload, arrayName: 'result_list', isMarked: false },
};
