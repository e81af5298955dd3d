import { channel } from 'node:diagnostics_channel';

/**
 * A channel on which every `AuditEvent` of this process is published when it is written. It is meant for metrics. If a
 * transaction is repeated, its event is published again. If a transaction is rolled back, its event has been published
 * nevertheless.
 */
export const auditChannel = channel('trading-platform.auth.audit');
