import type { Type } from '@nestjs/common';
import type { Receipts } from '@trading-platform/batch-engine';
import type { DownloadDefinition } from '@trading-platform/domain-types';
import type { DownloadCaller, DownloadCriteria, FollowedSource } from '@trading-platform/ordering';
import type { Env } from '../env.js';

/** Keeps which records of a download its callers have. */
export interface DeliveryMarks {
  mark(caller: DownloadCaller, receipts: Receipts): Promise<void>;
}

/** A download as this API serves it: its declaration, and the settings that only its calls need (Spec 4.6). */
export interface ServedDownload {
  readonly download: DownloadDefinition;
  /** The class of the request step's body. Called once. */
  readonly requestClass: (env: Env) => Type<object>;
  /** The greatest number of records in one get; undefined means any number. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** Makes the selection of a validated request, if it is more than the fields of the request. */
  readonly criteria?: (caller: DownloadCaller, request: never) => DownloadCriteria;
  /** The port that knows the changes since a batch. Without one, every batch has all records. */
  readonly source?: abstract new () => FollowedSource<never>;
  /** The port that notes what was delivered. Without one nothing is noted. */
  readonly marks?: abstract new () => DeliveryMarks;
}
