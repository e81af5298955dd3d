import type { Type } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { Receipts } from '@trading-platform/batch-engine';
import type { Download, DownloadMarks } from '@trading-platform/ordering';
import type { Env } from '../env.js';

/** A download as this API serves it: its declaration, and what is the affair of calls only (Spec 4.6). */
export interface DownloadFeature<Request extends object = object> {
  readonly download: Download<Request, object>;
  /** The body of the request step; asked for once. */
  readonly requestClass: (env: Env) => Type<Request>;
  /** Most records of one get; any range where there is none. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** What follows when records are delivered. */
  readonly delivered?: (receipts: Receipts, caller: AccessTokenClaims, marks: DownloadMarks) => Promise<void>;
}

/** Types a feature from its request class. */
export function defineDownload<Request extends object>(feature: DownloadFeature<Request>): DownloadFeature<Request> {
  return feature;
}
