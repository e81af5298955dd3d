import type { AuditEvent, AuditEventName, AuditRecord } from './audit-event.js';

/** A query for events. The newest events come first. A field without a value does not restrict the query. */
export interface AuditQuery {
  readonly event?: AuditEventName | undefined;
  readonly clientId?: string | undefined;
  readonly userId?: string | undefined;
  /** The network address from which the events came. */
  readonly address?: string | undefined;
  /** The earliest time of the wanted events in epoch milliseconds, including events at exactly this time. */
  readonly from?: number | undefined;
  /** The record id before which the list begins. To get the next page, pass the last id of the previous page. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The log of security events, to which records can only be added. An adapter never changes a record. */
export abstract class AuditLog {
  abstract append(event: AuditEvent): Promise<void>;
  /** Lists records with the newest record first. */
  abstract list(query: AuditQuery): Promise<AuditRecord[]>;
}
