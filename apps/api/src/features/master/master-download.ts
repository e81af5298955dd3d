import { apiPaths, masterGetAnswer, masterRequest } from '@trading-platform/domain-types';
import { masterCriteria, masterDownload } from '@trading-platform/ordering';
import { createMasterSource } from '@trading-platform/ordering/typeorm';
import { MasterDownloadRequest } from '@trading-platform/validation';
import { defineDownload } from '../../batches/download-feature.js';

/** Master download (Spec 4.7). */
export const masterFeature = defineDownload({
  paths: apiPaths.master,
  reference: { title: 'Master download', request: masterRequest, answer: masterGetAnswer },
  requestClass: () => MasterDownloadRequest,
  recordsPerGet: (env) => env.masterRecordsPerGet,
  shape: (database, recordsPerGet) => masterDownload(createMasterSource(database), recordsPerGet),
  criteria: (request, { memberCode }) => masterCriteria(memberCode, request),
});
