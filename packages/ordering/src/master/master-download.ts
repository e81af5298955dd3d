import { batchRecordHead, type DownloadFunction, type RecordSource } from '../download/download-function.js';
import type { MasterCriteria } from './master-criteria.js';

/** The master download as the batch engine runs it (Spec 4.7). */
export function masterDownload(
  source: RecordSource<MasterCriteria>,
  maxRecordsPerGet?: number,
): DownloadFunction<MasterCriteria> {
  return {
    name: 'master',
    arrayName: 'master',
    maxRecordsPerGet,
    recordHead: batchRecordHead,
    open: (criteria, signal) => source.open(criteria, signal),
  };
}
