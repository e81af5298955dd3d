import type { Type } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import type { DownloadPaths } from '@trading-platform/domain-types';
import type { Env } from '../env.js';
import type { VisibleMembers } from '../ordering/visible-members.js';
import type { DescribedRecord } from '../reference/described-record.js';

/** What a download feature may use to judge a request. */
export interface DownloadContext {
  readonly caller: AccessTokenClaims;
  readonly members: VisibleMembers;
}

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
  /** The body of the request step. */
  readonly requestClass: Type<Request>;
  /** Most records of one get. */
  readonly recordsPerGet: (env: Env) => number;
  /** How its batches are served. */
  readonly shape: (database: Database, recordsPerGet: number) => BatchFunctionShape;
  /**
   * Turns a checked request into what its producer selects by.
   *
   * @throws ApiRefusal when the caller may not ask so
   */
  criteria(request: Request, context: DownloadContext): Promise<object>;
  /** What follows when records have been sent completely. */
  readonly delivered?: (receipts: readonly string[], caller: AccessTokenClaims, database: Database) => Promise<void>;
}

/** Types a feature from its request class. */
export function defineDownload<Request extends object>(feature: DownloadFeature<Request>): DownloadFeature<Request> {
  return feature;
}
