import { MasterSource, masterDownload } from '@trading-platform/ordering';
import { MasterDownloadRequest } from '@trading-platform/validation';
import { serveDownload } from '../../batches/served-download.js';

/** Master download (Spec 4.7). */
export const servedMasterDownload = serveDownload({
  download: masterDownload,
  requestClass: () => MasterDownloadRequest,
  recordsPerGet: (env) => env.masterRecordsPerGet,
  source: MasterSource,
});
