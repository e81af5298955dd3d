import { apiPaths, tradeGetAnswer, tradeRequest } from '@trading-platform/domain-types';
import { tradeCriteria, tradeDownload } from '@trading-platform/ordering';
import { createDownloadMarks, createTradeSource } from '@trading-platform/ordering/typeorm';
import { tradeDownloadRequest } from '@trading-platform/validation';
import { defineDownload } from '../../batches/download-feature.js';

/** Trade download (Spec 4.8). What was delivered counts as downloaded by the caller's member with the caller's client. */
export const tradeFeature = defineDownload({
  paths: apiPaths.trade,
  reference: { title: 'Trade download', request: tradeRequest, answer: tradeGetAnswer },
  requestClass: (env) => tradeDownloadRequest(env.tradePeriodDays),
  recordsPerGet: (env) => env.tradeRecordsPerGet,
  shape: (database, recordsPerGet) => tradeDownload(createTradeSource(database), recordsPerGet),
  criteria: (request, caller) => tradeCriteria(caller, request),
  delivered: (receipts, caller, database) => createDownloadMarks(database).mark(caller, receipts),
});
