import { Injectable } from '@nestjs/common';
import type { RecordSnapshot } from '../../download/record-source.js';
import type { TradeCriteria } from '../../trade/trade-criteria.js';
import { TradeSource } from '../../trade/trade-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { openSelection, selectionDigest, tellsChanges } from '../sql/downloads/followed-source.js';
import { tradeSelection } from '../sql/downloads/trade-selection.js';

/** Reads slips from a database, ordered by the requested date, `trade_id` and `member_code_self` (Spec 4.8). */
@Injectable()
export class TypeOrmTradeSource extends TradeSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  open(criteria: TradeCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot> {
    return openSelection(this.database, signal, (snapshot) => tradeSelection(snapshot, criteria, signal), changesSince);
  }

  async tellsChanges(criteria: TradeCriteria, changesSince: string): Promise<boolean> {
    const selection = await tradeSelection(this.database, criteria, new AbortController().signal);
    return tellsChanges(this.database, selection, changesSince);
  }

  async selectionOf(criteria: TradeCriteria): Promise<string | undefined> {
    return selectionDigest(await tradeSelection(this.database, criteria, new AbortController().signal));
  }
}
