import { Injectable } from '@nestjs/common';
import type { RefusedMember } from '../../member/refused-member.js';
import type { OrderPair } from '../../order/order-pair.js';
import { type AskedPair, OrderSource } from '../../order/order-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readPairs } from '../sql/orders/order-pairs.js';
import { openSnapshot } from '../sql/snapshot/open-snapshot.js';

/** Reads the data for judging orders from a database. */
@Injectable()
export class TypeOrmOrderSource extends OrderSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async readPairs(
    callerMemberCode: string,
    pairs: readonly AskedPair[],
  ): Promise<readonly (OrderPair | readonly RefusedMember[])[]> {
    const snapshot = await openSnapshot(this.database, new AbortController().signal);
    try {
      return await readPairs(snapshot, callerMemberCode, pairs);
    } finally {
      await snapshot.close();
    }
  }
}
