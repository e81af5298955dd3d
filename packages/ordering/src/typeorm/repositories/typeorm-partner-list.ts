import { Injectable } from '@nestjs/common';
import type { Partner } from '@trading-platform/domain-types';
import type { ListPage } from '../../list/list-page.js';
import type { ListQuery } from '../../list/list-query.js';
import { type PartnerFilters, PartnerList } from '../../list/lists.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readPartners } from '../sql/lists/partner-list.js';

/** Reads the partners of a member from a database. */
@Injectable()
export class TypeOrmPartnerList extends PartnerList {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  read(query: ListQuery<PartnerFilters>): Promise<ListPage<Partner>> {
    return readPartners(this.database, query);
  }
}
