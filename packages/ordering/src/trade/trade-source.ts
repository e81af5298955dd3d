import type { FollowedSource, RecordSnapshot } from '../download/record-source.js';
import type { TradeCriteria } from './trade-criteria.js';

/**
 * The source of slips, ordered by the requested date, `trade_id` and `member_code_self` (Spec 4.8). Each record carries a receipt
 * for `DownloadMarks`.
 */
export abstract class TradeSource implements FollowedSource<TradeCriteria> {
  abstract open(criteria: TradeCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
  abstract tellsChanges(criteria: TradeCriteria, changesSince: string): Promise<boolean>;
  abstract selectionOf(criteria: TradeCriteria): Promise<string | undefined>;
}
