import type { Transaction } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { AuthDatabase } from '../auth-database.js';
import { insertAudit } from '../sql/insert-audit.js';

/**
 * Makes a change and writes its audit event in one transaction. If the change returns that it found nothing, no event is
 * recorded.
 */
export function auditedChange(
  database: AuthDatabase,
  event: AuditEvent,
  change: (transaction: Transaction) => Promise<boolean>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await change(transaction))) return false;
    await insertAudit(transaction, event);
    return true;
  });
}
