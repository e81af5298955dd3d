import type { Sql } from '@trading-platform/database';
import type { AuditEvent, AuditEventName, AuditRecord } from '../../audit/audit-event.js';

export interface AuditRow {
  readonly id: number;
  readonly happened_at: number;
  readonly event: string;
  readonly outcome: string;
  readonly address: string;
  readonly request_id: string | null;
  readonly client_id: string | null;
  readonly user_id: string | null;
  readonly grant_id: string | null;
  readonly detail: string | null;
}

/** Writes one line of the audit log, inside the transaction of what it tells. */
export async function insertAudit(sql: Sql, event: AuditEvent): Promise<void> {
  await sql.execute(
    `INSERT INTO auth_audit (happened_at, event, outcome, address, request_id, client_id, user_id, grant_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      event.at,
      event.event,
      event.outcome,
      event.address,
      event.requestId ?? null,
      event.clientId ?? null,
      event.userId ?? null,
      event.grantId ?? null,
      event.detail === undefined ? null : JSON.stringify(event.detail),
    ],
  );
}

export function readAudit(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    at: row.happened_at,
    event: row.event as AuditEventName,
    outcome: row.outcome as AuditRecord['outcome'],
    address: row.address,
    requestId: row.request_id ?? undefined,
    clientId: row.client_id ?? undefined,
    userId: row.user_id ?? undefined,
    grantId: row.grant_id ?? undefined,
    detail: row.detail === null ? undefined : (JSON.parse(row.detail) as AuditRecord['detail']),
  };
}
