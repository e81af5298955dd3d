import type { Database, SqlValue } from '@trading-platform/database';
import type { AuditEvent, AuditRecord } from '../../audit/audit-event.js';
import type { AuditLog, AuditQuery } from '../../audit/audit-log.js';
import { type AuditRow, insertAudit, readAudit } from '../statements/insert-audit.js';

export class SqlAuditLog implements AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(event: AuditEvent): Promise<void> {
    return insertAudit(this.#database, event);
  }

  async list(query: AuditQuery): Promise<AuditRecord[]> {
    const values: SqlValue[] = [query.limit];
    const conditions: string[] = ['1 = 1'];
    const narrow = (condition: string, value: SqlValue | undefined) => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(`${condition} $${values.length}`);
    };
    narrow('event =', query.event);
    narrow('client_id =', query.clientId);
    narrow('user_id =', query.userId);
    narrow('happened_at >=', query.from);
    narrow('id <', query.before);
    const rows = await this.#database.query<AuditRow>(
      `SELECT * FROM auth_audit WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT $1`,
      values,
    );
    return rows.map(readAudit);
  }
}
