import type { nonTradingDayRequest, RequestValues } from '@trading-platform/domain-types';
import type { DownloadCriteria } from '../download/download-criteria.js';
import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';

/** A settings request after validation. Buyers exclude the sellers' rows for all their buyers (Spec 4.10). */
export type SettingFilters = RequestValues<typeof nonTradingDayRequest>;

/** What a settings download selects. */
export type SettingCriteria = DownloadCriteria<SettingFilters>;

/** Trading settings of every kind, ordered by buyer, then seller (Spec 4.10). */
export abstract class SettingSource implements FollowedSource<SettingCriteria> {
  abstract open(criteria: SettingCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: SettingCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: SettingCriteria): Promise<string | undefined>;
}
