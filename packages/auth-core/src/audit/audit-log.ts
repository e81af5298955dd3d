import type { AuditEvent, AuditEventName, AuditRecord } from './audit-event.js';

/** Which events are wanted, newest first. A field without a value does not filter. */
export interface AuditQuery {
  readonly event?: AuditEventName | undefined;
  readonly clientId?: string | undefined;
  readonly userId?: string | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Only records with a smaller id: the next page of an earlier answer. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The append-only log of security events. An adapter never changes a record. */
export abstract class AuditLog {
  abstract append(event: AuditEvent): Promise<void>;
  /** Newest first. */
  abstract list(query: AuditQuery): Promise<AuditRecord[]>;
}
