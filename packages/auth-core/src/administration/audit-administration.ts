import type { AuditRecord } from '../audit/audit-event.js';
import type { AuditLog, AuditQuery } from '../audit/audit-log.js';
import { type Clock, systemClock } from '../clock.js';

/** The audit log, as an operator reads it. */
export class AuditAdministration {
  readonly #log: AuditLog;
  readonly #clock: Clock;

  constructor(log: AuditLog, clock: Clock = systemClock) {
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Lists records of the audit log with the newest record first. Without another limit, at most 1000 records are returned. To get
   * the next page, pass the id of the last record as `before`.
   */
  list(query: Partial<AuditQuery> = {}): Promise<AuditRecord[]> {
    return this.#log.list({ limit: 1_000, ...query });
  }

  /** Writes an event to the audit log which says that old records are about to be moved from the database to files. */
  noteArchive(detail: NonNullable<AuditRecord['detail']>): Promise<void> {
    return this.#log.append({
      at: this.#clock.now(),
      event: 'records.archived',
      outcome: 'success',
      address: 'local',
      detail,
    });
  }
}
