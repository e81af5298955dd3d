import { Injectable } from '@nestjs/common';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import {
  type MadeUpdate,
  type SlipReading,
  TradeUpdateStore,
  type UpdateCaller,
  type UpdateToMake,
} from '../../trade-update/trade-update-store.js';
import type { BoundUpdateNo } from '../../trade-update/update-number.js';
import { OrderingDatabase } from '../ordering-database.js';
import { takeRunningNumbers } from '../sql/common/counters.js';
import { keyText } from '../sql/common/own-numbers.js';
import { readUpdatedPairs } from '../sql/orders/order-pairs.js';
import { openSnapshot } from '../sql/snapshot/open-snapshot.js';
import { makeUpdates } from '../sql/updates/make-updates.js';
import { readHeads, readViews } from '../sql/updates/read-slips.js';
import { findUpdateNumbers } from '../sql/updates/update-numbers.js';

/** The store of slips in a database, for their updates. */
@Injectable()
export class TypeOrmTradeUpdateStore extends TradeUpdateStore {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async findUpdateNos(
    callerMemberCode: string,
    updateNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUpdateNo>> {
    const keys = updateNos.map((updateNo) => [callerMemberCode, updateNo] as const);
    const found = await findUpdateNumbers(this.database, keys);
    return new Map(keys.flatMap((key) => (found.has(keyText(key)) ? [[key[1], found.get(keyText(key))!]] : [])));
  }

  async read(callerMemberCode: string, tradeIds: readonly string[], signal: AbortSignal): Promise<SlipReading> {
    const snapshot = await openSnapshot(this.database, signal);
    try {
      return {
        heads: await readHeads(snapshot, callerMemberCode, tradeIds),
        readViews: (slips) => readViews(snapshot, slips),
        readPairs: (pairs) => readUpdatedPairs(snapshot, pairs),
        close: () => snapshot.close(),
      };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  takeRunningNumbers(count: number): Promise<number> {
    return takeRunningNumbers(this.database, count);
  }

  async make(updates: readonly UpdateToMake[], caller: UpdateCaller): Promise<readonly MadeUpdate[]> {
    if (updates.length === 0) return [];
    return transactionWithEvents(this.database, (transaction) => makeUpdates(transaction, updates, caller));
  }
}
