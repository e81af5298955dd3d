import { DownloadMarks, TradeSource, tradeDownload } from '@trading-platform/ordering';
import { tradeDownloadRequest } from '@trading-platform/validation';
import { serveDownload } from '../../batches/served-download.js';

/** Trade download (Spec 4.8). Delivered slips count as downloaded by the caller's member with the caller's client. */
export const servedTradeDownload = serveDownload({
  download: tradeDownload,
  requestClass: (env) => tradeDownloadRequest(env.tradePeriodDays),
  recordsPerGet: (env) => env.tradeRecordsPerGet,
  source: TradeSource,
  marks: DownloadMarks,
});
