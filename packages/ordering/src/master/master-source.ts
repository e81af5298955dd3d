import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';
import type { MasterCriteria } from './master-criteria.js';

/** The source of master records, ordered by own member, partner and item (Spec 4.7). */
export abstract class MasterSource implements FollowedSource<MasterCriteria> {
  abstract open(criteria: MasterCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: MasterCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: MasterCriteria): Promise<string | undefined>;
}
