import { Injectable } from '@nestjs/common';
import { PlannedOrderSource, type PlannedPair, type PlannedPairData } from '../../order/planned-order-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readPlannedPairs } from '../sql/orders/planned-pairs.js';

/** Reads the data for judging planned orders from a database. */
@Injectable()
export class TypeOrmPlannedOrderSource extends PlannedOrderSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  readPairs(pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]> {
    return readPlannedPairs(this.database, pairs);
  }
}
