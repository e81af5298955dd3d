import type { AuditRecord } from '../audit/audit-event.js';
import type { AuditLog, AuditQuery } from '../audit/audit-log.js';

/** The audit log, as an operator reads it. */
export class AuditAdministration {
  readonly #log: AuditLog;

  constructor(log: AuditLog) {
    this.#log = log;
  }

  /** Newest first; at most 1000 unless asked otherwise. `before` with the last id gives the next page. */
  list(query: Partial<AuditQuery> = {}): Promise<AuditRecord[]> {
    return this.#log.list({ limit: 1_000, ...query });
  }
}
