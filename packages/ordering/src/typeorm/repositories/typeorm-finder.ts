import { Injectable } from '@nestjs/common';
import type { FoundOrder, FoundProduct, FoundSlip, Partner } from '@trading-platform/domain-types';
import { Finder, type Found } from '../../find/finder.js';
import { OrderingDatabase } from '../ordering-database.js';
import { findOrders } from '../sql/find/find-orders.js';
import { findPartners } from '../sql/find/find-partners.js';
import { findProducts } from '../sql/find/find-products.js';
import { findSlips } from '../sql/find/find-slips.js';

/** Finds single records in a database. */
@Injectable()
export class TypeOrmFinder extends Finder {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  slips(callerMemberCode: string, text: string): Promise<readonly FoundSlip[]> {
    return findSlips(this.database, callerMemberCode, text);
  }

  orders(callerMemberCode: string, text: string): Promise<readonly FoundOrder[]> {
    return findOrders(this.database, callerMemberCode, text);
  }

  products(callerMemberCode: string, text: string): Promise<Found<FoundProduct>> {
    return findProducts(this.database, callerMemberCode, text);
  }

  partners(callerMemberCode: string, text: string): Promise<Found<Partner>> {
    return findPartners(this.database, callerMemberCode, text);
  }
}
