import type { nonTradingDayRequest, RequestValues } from '@trading-platform/domain-types';
import type { DownloadCriteria } from '../download/download-criteria.js';
import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';

/** A validated settings request. If a request names buyers, the sellers' general rows are not selected (Spec 4.10). */
export type SettingFilters = RequestValues<typeof nonTradingDayRequest>;

/** The caller and the request of a settings download. */
export type SettingCriteria = DownloadCriteria<SettingFilters>;

/** The source of all kinds of trading settings, ordered by buyer and then seller (Spec 4.10). */
export abstract class SettingSource implements FollowedSource<SettingCriteria> {
  abstract open(criteria: SettingCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: SettingCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: SettingCriteria): Promise<string | undefined>;
}
