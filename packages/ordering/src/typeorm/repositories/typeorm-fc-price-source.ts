import { Injectable } from '@nestjs/common';
import type { FcPriceRule, ScopeKey } from '../../fc-price/fc-price-rule.js';
import { type FcLine, FcPriceSource, type FcStore, type WantedLines } from '../../fc-price/fc-price-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readChangeCounters } from '../sql/common/counters.js';
import { readFcLines, readFcStores } from '../sql/lookups/fc-lines.js';
import { readFcRules } from '../sql/lookups/fc-rules.js';

/** Reads the data for FC prices from a database. */
@Injectable()
export class TypeOrmFcPriceSource extends FcPriceSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async readChanges(): Promise<number> {
    const counters = await readChangeCounters(this.database);
    return counters.members + counters.master + counters['fc-prices'];
  }

  readStores(memberCodes: readonly string[]): Promise<FcStore[]> {
    return readFcStores(this.database, memberCodes);
  }

  readLines(wanted: WantedLines): Promise<FcLine[]> {
    return readFcLines(this.database, wanted);
  }

  readRules(scopes: readonly ScopeKey[]): Promise<FcPriceRule[]> {
    return readFcRules(this.database, scopes);
  }
}
