import { Injectable } from '@nestjs/common';
import { type DeliveryPair, DeliverySource } from '../../delivery/delivery-source.js';
import type { OrderMasterLine } from '../../master/order-master-line.js';
import type { RefusedMember } from '../../member/refused-member.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readChangeCounters } from '../sql/common/counters.js';
import { readDeliveryLines, readDeliveryPair } from '../sql/lookups/delivery-lines.js';

/** Reads the data for shortest delivery dates from a database. */
@Injectable()
export class TypeOrmDeliverySource extends DeliverySource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async readChanges(): Promise<number> {
    const counters = await readChangeCounters(this.database);
    return counters.members + counters.master + counters['trade-pairs'] + counters.settings;
  }

  readPair(caller: string, self: string, partner: string): Promise<DeliveryPair | readonly RefusedMember[]> {
    return readDeliveryPair(this.database, caller, self, partner);
  }

  readLines(pair: DeliveryPair, catalogIds: readonly string[]): Promise<OrderMasterLine[]> {
    return readDeliveryLines(this.database, pair, catalogIds);
  }
}
