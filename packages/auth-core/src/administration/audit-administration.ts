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

  /** Newest first; at most 1000 unless asked otherwise. `before` with the last id gives the next page. */
  list(query: Partial<AuditQuery> = {}): Promise<AuditRecord[]> {
    return this.#log.list({ limit: 1_000, ...query });
  }

  /** Notes that old records leave a database for files, before they do. */
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
