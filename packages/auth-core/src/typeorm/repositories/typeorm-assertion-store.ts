import { Injectable } from '@nestjs/common';
import { tableOf } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import { AssertionStore, type UsedAssertion } from '../../client/assertion-store.js';
import { AuthDatabase } from '../auth-database.js';
import { ClientAssertionEntity } from '../entities/client-assertion.entity.js';
import { insertAudit } from '../sql/insert-audit.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';

const table = tableOf(ClientAssertionEntity);

@Injectable()
export class TypeOrmAssertionStore extends AssertionStore {
  constructor(private readonly database: AuthDatabase) {
    super();
  }

  use(assertion: UsedAssertion, replayed: AuditEvent): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      if (await insertUnlessThere(transaction, table, assertion)) return true;
      await insertAudit(transaction, replayed);
      return false;
    });
  }
}
