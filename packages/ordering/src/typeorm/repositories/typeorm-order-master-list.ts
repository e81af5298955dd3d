import { Injectable } from '@nestjs/common';
import type { ListPage } from '../../list/list-page.js';
import type { ListQuery } from '../../list/list-query.js';
import { type OrderMasterFilters, OrderMasterList } from '../../list/lists.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readOrderMaster } from '../sql/lists/order-master-list.js';

/** Reads order-master lines from a database. */
@Injectable()
export class TypeOrmOrderMasterList extends OrderMasterList {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  read(query: ListQuery<OrderMasterFilters>): Promise<ListPage<Uint8Array>> {
    return readOrderMaster(this.database, query);
  }
}
