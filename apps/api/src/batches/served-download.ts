import type { Type } from '@nestjs/common';
import type { Receipts } from '@trading-platform/batch-engine';
import type { Download, DownloadCaller } from '@trading-platform/ordering';
import type { Env } from '../env.js';

/** Told which records of a download its callers hold. */
export interface DeliveryMarks {
  mark(caller: DownloadCaller, receipts: Receipts): Promise<void>;
}

/** A download as this API serves it: its declaration, and what concerns calls only (Spec 4.6). */
export interface ServedDownload<Request extends object = object> {
  readonly download: Download<Request, object>;
  /** The body of the request step; asked for once. */
  readonly requestClass: (env: Env) => Type<Request>;
  /** Most records of one get; any range where there is none. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** The port under which it is noted what was delivered; nothing is noted without one. */
  readonly marks?: abstract new () => DeliveryMarks;
}

/** Types a download from its request class. */
export function serveDownload<Request extends object>(served: ServedDownload<Request>): ServedDownload {
  return served;
}
