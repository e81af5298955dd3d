import {
  apiPaths,
  businessHolidayGetAnswer,
  businessHolidayRequest,
  nonTradingDayGetAnswer,
  nonTradingDayRequest,
  orderBlockGetAnswer,
  orderBlockRequest,
  orderClosingGetAnswer,
  orderClosingRequest,
} from '@trading-platform/domain-types';
import type { Download } from '../download/download.js';
import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';
import { type SettingCriteria, type SettingFilters, settingCriteria, settingRequestOf } from './setting-criteria.js';
import type { SettingKind } from './setting-kind.js';

/** A settings download; its records carry no batch fields. */
export type SettingDownload = Download<SettingFilters, SettingCriteria>;

/** The four settings downloads (Spec 4.10). */
export const settingDownloads: Readonly<Record<SettingKind, SettingDownload>> = {
  nottrade: {
    ...sharedBy('nottrade'),
    title: 'Non-trading days',
    request: nonTradingDayRequest,
    answer: nonTradingDayGetAnswer,
  },
  orderclosing: {
    ...sharedBy('orderclosing'),
    title: 'Order closing time',
    request: orderClosingRequest,
    answer: orderClosingGetAnswer,
  },
  businessholiday: {
    ...sharedBy('businessholiday'),
    title: 'Lead-time non-counting days',
    request: businessHolidayRequest,
    answer: businessHolidayGetAnswer,
  },
  orderblock: {
    ...sharedBy('orderblock'),
    title: 'Order block',
    request: orderBlockRequest,
    answer: orderBlockGetAnswer,
  },
};

function sharedBy(kind: SettingKind) {
  return {
    name: kind,
    paths: apiPaths[kind],
    arrayName: 'result_list',
    criteria: (request, { memberCode }) => settingCriteria(kind, memberCode, request),
    requestOf: settingRequestOf,
  } satisfies Partial<SettingDownload>;
}

/** Trading settings, ordered by buyer, then seller (Spec 4.10). */
export abstract class SettingSource implements FollowedSource<SettingCriteria> {
  abstract open(criteria: SettingCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: SettingCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: SettingCriteria): Promise<string | undefined>;
}
