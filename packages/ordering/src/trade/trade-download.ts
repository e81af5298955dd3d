import { apiPaths, tradeGetAnswer, tradeRequest } from '@trading-platform/domain-types';
import { batchRecordHead, type Download } from '../download/download.js';
import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';
import { type TradeCriteria, type TradeFilters, tradeCriteria } from './trade-criteria.js';
import { tradeRequestOf } from './trade-request.js';

/** The trade download (Spec 4.8). Its records carry receipts for `DownloadMarks`. */
export const tradeDownload: Download<TradeFilters, TradeCriteria> = {
  name: 'trade',
  title: 'Trade download',
  paths: apiPaths.trade,
  request: tradeRequest,
  answer: tradeGetAnswer,
  arrayName: 'trade',
  recordHead: batchRecordHead,
  criteria: (request, caller) => tradeCriteria(caller, request),
  requestOf: tradeRequestOf,
};

/** Slips, ordered by the asked date, `trade_id`, `member_code_self` (Spec 4.8). */
export abstract class TradeSource implements FollowedSource<TradeCriteria> {
  abstract open(criteria: TradeCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: TradeCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: TradeCriteria): Promise<string | undefined>;
}
