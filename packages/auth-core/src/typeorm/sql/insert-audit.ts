import { type Sql, tableOf } from '@trading-platform/database';
import { auditChannel } from '../../audit/audit-channel.js';
import type { AuditEvent } from '../../audit/audit-event.js';
import { AuditEntity } from '../entities/audit.entity.js';

const audit = tableOf(AuditEntity).without('id');
const insert = audit.insertInto();

/** Writes one record of the audit log, in the transaction of the change that it describes. */
export async function insertAudit(sql: Sql, event: AuditEvent): Promise<void> {
  await sql.execute(insert, audit.values(event));
  auditChannel.publish(event);
}
