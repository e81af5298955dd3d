import { masterDownload } from '@trading-platform/ordering';
import { MasterDownloadRequest } from '@trading-platform/validation';
import { defineDownload } from '../../batches/download-feature.js';

/** Master download (Spec 4.7). */
export const masterFeature = defineDownload({
  download: masterDownload,
  requestClass: () => MasterDownloadRequest,
  recordsPerGet: (env) => env.masterRecordsPerGet,
});
