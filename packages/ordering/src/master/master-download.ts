import { apiPaths, masterGetAnswer, masterRequest } from '@trading-platform/domain-types';
import { batchRecordHead, type Download } from '../download/download.js';
import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';
import { type MasterCriteria, type MasterFilters, masterCriteria } from './master-criteria.js';
import { masterRequestOf } from './master-request.js';

/** The master download (Spec 4.7). */
export const masterDownload: Download<MasterFilters, MasterCriteria> = {
  name: 'master',
  title: 'Master download',
  paths: apiPaths.master,
  request: masterRequest,
  answer: masterGetAnswer,
  arrayName: 'master',
  recordHead: batchRecordHead,
  criteria: (request, { memberCode }) => masterCriteria(memberCode, request),
  requestOf: masterRequestOf,
};

/** Master records, ordered by own member, partner, item (Spec 4.7). */
export abstract class MasterSource implements FollowedSource<MasterCriteria> {
  abstract open(criteria: MasterCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: MasterCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: MasterCriteria): Promise<string | undefined>;
}
