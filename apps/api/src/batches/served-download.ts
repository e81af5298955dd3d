import type { Type } from '@nestjs/common';
import type { Receipts } from '@trading-platform/batch-engine';
import type { DownloadDefinition } from '@trading-platform/domain-types';
import type { DownloadCaller, DownloadCriteria, FollowedSource } from '@trading-platform/ordering';
import type { Env } from '../env.js';

/** Marks records as downloaded when a caller has received them. */
export interface DeliveryMarks {
  mark(caller: DownloadCaller, receipts: Receipts): Promise<void>;
}

/** A download that this API serves: its declaration, and the parts that only the calls for this download need (Spec 4.6). */
export interface ServedDownload {
  readonly download: DownloadDefinition;
  /** Returns the class for the body of the request step. This function is called only once. */
  readonly requestClass: (env: Env) => Type<object>;
  /** The maximum number of records in one get call, or undefined if the number is not limited. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** Makes the criteria of a batch from a validated request. Default: `downloadCriteria`. */
  readonly criteria?: (caller: DownloadCaller, request: never) => DownloadCriteria;
  /** The class that finds the changes since an earlier batch. If this class is undefined, every batch contains all records. */
  readonly source?: abstract new () => FollowedSource<never>;
  /** The class that marks delivered records as downloaded. If this class is undefined, records of this download are not marked. */
  readonly marks?: abstract new () => DeliveryMarks;
}
