import { Injectable } from '@nestjs/common';
import type { ListedOrder } from '@trading-platform/domain-types';
import type { ListPage } from '../../list/list-page.js';
import type { ListQuery } from '../../list/list-query.js';
import { type OrderFilters, OrderList } from '../../list/lists.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readOrders } from '../sql/lists/order-list.js';

/** Reads the orders of a member from a database. */
@Injectable()
export class TypeOrmOrderList extends OrderList {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  read(query: ListQuery<OrderFilters>): Promise<ListPage<ListedOrder>> {
    return readOrders(this.database, query);
  }
}
