import { tradeDownload } from '@trading-platform/ordering';
import { tradeDownloadRequest } from '@trading-platform/validation';
import { defineDownload } from '../../batches/download-feature.js';

/** Trade download (Spec 4.8). What was delivered counts as downloaded by the caller's member with the caller's client. */
export const tradeFeature = defineDownload({
  download: tradeDownload,
  requestClass: (env) => tradeDownloadRequest(env.tradePeriodDays),
  recordsPerGet: (env) => env.tradeRecordsPerGet,
  delivered: (receipts, caller, marks) => marks.mark(caller, receipts),
});
