import { type DownloadName, downloads, type SettingName } from '@trading-platform/domain-types';
import { DownloadMarks, MasterSource, SettingSource, TradeSource, tradeCriteria } from '@trading-platform/ordering';
import { downloadRequest } from '@trading-platform/validation';
import type { ServedDownload } from '../../batches/served-download.js';

type ServedAs = Omit<ServedDownload, 'download' | 'marks'>;

/**
 * The parts that differ between the downloads of this API. The settings downloads are not listed, because they all have
 * the same parts.
 */
const servedAs: Readonly<Record<Exclude<DownloadName, SettingName>, ServedAs>> = {
  master: {
    requestClass: () => downloadRequest('master'),
    recordsPerGet: (env) => env.masterRecordsPerGet,
    source: MasterSource,
  },
  trade: {
    requestClass: (env) => downloadRequest('trade', env.tradePeriodDays),
    recordsPerGet: (env) => env.tradeRecordsPerGet,
    criteria: tradeCriteria,
    source: TradeSource,
  },
};

function servedSetting(name: SettingName): ServedAs {
  return {
    requestClass: () => downloadRequest(name),
    recordsPerGet: (env) => env.settingRecordsPerGet,
    source: SettingSource,
  };
}

/** All downloads of the data API, in the order of the contract (Spec 4.7, 4.8, 4.10). */
export const apiDownloads: readonly ServedDownload[] = Object.values(downloads).map((download) => ({
  download,
  ...('group' in download ? servedSetting(download.name) : servedAs[download.name]),
  ...(download.isMarked ? { marks: DownloadMarks } : {}),
}));
