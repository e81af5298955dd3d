import type { Type } from '@nestjs/common';
import type { Receipts } from '@trading-platform/batch-engine';
import type { Download, DownloadCaller, FollowedSource } from '@trading-platform/ordering';
import type { Env } from '../env.js';

/** Keeps which records of a download its callers have. */
export interface DeliveryMarks {
  mark(caller: DownloadCaller, receipts: Receipts): Promise<void>;
}

/** A download as this API serves it: its declaration, and what only its calls need (Spec 4.6). */
export interface ServedDownload<Request extends object = object> {
  readonly download: Download<Request, object>;
  /** The class of the request step's body. Called once. */
  readonly requestClass: (env: Env) => Type<Request>;
  /** Most records of one get; undefined means any number. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** The port that tells what has changed since a batch. Without one every batch has all records. */
  readonly source?: abstract new () => FollowedSource<never>;
  /** The port that notes what was delivered. Without one nothing is noted. */
  readonly marks?: abstract new () => DeliveryMarks;
}

/** Types a download from its request class. */
export function serveDownload<Request extends object>(served: ServedDownload<Request>): ServedDownload {
  return served;
}
