import { channel } from 'node:diagnostics_channel';

/**
 * Each `AuditEvent` of this process is published here as it is written: for metrics. One whose transaction is repeated comes
 * again, and one whose transaction is undone has come nevertheless.
 */
export const auditChannel = channel('trading-platform.auth.audit');
