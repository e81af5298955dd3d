import type { Type } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { BatchFunctionShape, Receipts } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import type { DownloadPaths } from '@trading-platform/domain-types';
import type { Env } from '../env.js';
import type { DescribedRecord } from '../reference/described-record.js';

/** A download in the API reference: its title, and the records of its request and its get answer. */
export interface DownloadReference {
  readonly title: string;
  readonly request: DescribedRecord;
  readonly answer: DescribedRecord;
}

/** What makes one download out of the three steps that all downloads share (Spec 4.6). */
export interface DownloadFeature<Request extends object = object> {
  readonly paths: DownloadPaths;
  /** How the reference describes it. */
  readonly reference: DownloadReference;
  /** The body of the request step; asked for once. */
  readonly requestClass: (env: Env) => Type<Request>;
  /** Most records of one get; any range where there is none. */
  readonly recordsPerGet: (env: Env) => number | undefined;
  /** How its batches are served. */
  readonly shape: (database: Database, recordsPerGet: number | undefined) => BatchFunctionShape;
  /** Turns a checked request of a caller into what its producer selects by. */
  criteria(request: Request, caller: AccessTokenClaims): object;
  /** What follows when records are delivered. */
  readonly delivered?: (receipts: Receipts, caller: AccessTokenClaims, database: Database) => Promise<void>;
}

/** Types a feature from its request class. */
export function defineDownload<Request extends object>(feature: DownloadFeature<Request>): DownloadFeature<Request> {
  return feature;
}
