import { SettingSource, settingDownloads } from '@trading-platform/ordering';
import { BusinessHolidayDownloadRequest, PairSettingDownloadRequest } from '@trading-platform/validation';
import { type ServedDownload, serveDownload } from '../../batches/served-download.js';

/** Non-trading days, order closing time and order block: settings between a buyer and a seller (Spec 4.10). */
const pairDownloads = (['nottrade', 'orderclosing', 'orderblock'] as const).map((kind) =>
  serveDownload({
    download: settingDownloads[kind],
    requestClass: () => PairSettingDownloadRequest,
    recordsPerGet: (env) => env.settingRecordsPerGet,
    source: SettingSource,
  }),
);

/** Lead-time non-counting days. A seller that the caller may not read is not refused; it just has no records (Spec 4.10). */
const businessHolidayDownload = serveDownload({
  download: settingDownloads.businessholiday,
  requestClass: () => BusinessHolidayDownloadRequest,
  recordsPerGet: (env) => env.settingRecordsPerGet,
  source: SettingSource,
});

export const servedSettingDownloads: readonly ServedDownload[] = [...pairDownloads, businessHolidayDownload];
