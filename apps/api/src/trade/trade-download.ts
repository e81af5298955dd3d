import { apiPaths, tradeGetAnswer, tradeRequest } from '@trading-platform/domain-types';
import { tradeCriteria, tradeDownload } from '@trading-platform/ordering';
import { createDownloadMarks, createTradeSource } from '@trading-platform/ordering/typeorm';
import { TradeDownloadRequest } from '@trading-platform/validation';
import { defineDownload } from '../download/download-feature.js';

/** Trade download (Spec 4.8). What was delivered completely counts as downloaded by the caller's member. */
export const tradeFeature = defineDownload({
  paths: apiPaths.trade,
  reference: { title: 'Trade download', request: tradeRequest, answer: tradeGetAnswer },
  requestClass: TradeDownloadRequest,
  recordsPerGet: (env) => env.tradeRecordsPerGet,
  shape: (database, recordsPerGet) => tradeDownload(createTradeSource(database), recordsPerGet),
  criteria: async (request, { caller, members }) => {
    await members.refuseInvisible(caller.memberCode, { member_codes: request.member_codes });
    return tradeCriteria(caller.memberCode, request);
  },
  delivered: (receipts, caller, database) => createDownloadMarks(database).mark(caller.memberCode, receipts),
});
