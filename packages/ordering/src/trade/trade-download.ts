import { batchRecordHead, type DownloadFunction, type RecordSource } from '../download/download-function.js';
import type { TradeCriteria } from './trade-criteria.js';

/** The trade download as the batch engine runs it (Spec 4.8). Its records carry receipts for `DownloadMarks`. */
export function tradeDownload(
  source: RecordSource<TradeCriteria>,
  maxRecordsPerGet?: number,
): DownloadFunction<TradeCriteria> {
  return {
    name: 'trade',
    arrayName: 'trade',
    maxRecordsPerGet,
    recordHead: batchRecordHead,
    open: (criteria, signal) => source.open(criteria, signal),
  };
}
