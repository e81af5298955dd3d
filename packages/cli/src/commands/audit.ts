import type { AuditEventName, AuditRecord } from '@trading-platform/auth-core';
import { parseTokyoDate, parseTokyoDateTime } from '@trading-platform/domain-types';
import { CliError, momentText, print, table } from '@trading-platform/terminal';
import { withAuthAdministration } from '../open-databases.js';

export interface AuditOptions {
  readonly event?: string;
  readonly clientId?: string;
  readonly userId?: string;
  readonly from?: string;
  readonly before?: number;
  readonly limit: number;
  readonly json?: true;
}

/** Shows security events, newest first. */
export async function showAudit(options: AuditOptions): Promise<void> {
  const { event, clientId, userId, from, before, limit, json } = options;
  const records = await withAuthAdministration(({ audit }) =>
    audit.list({
      event: event as AuditEventName | undefined,
      clientId,
      userId,
      from: from === undefined ? undefined : readMoment(from),
      before,
      limit,
    }),
  );
  print({ json: records.map(toJson), text: toText(records) }, json === true);
}

/** A day or second in Japan, or an RFC 3339 moment, as epoch milliseconds. */
function readMoment(text: string): number {
  const moment = parseTokyoDate(text) ?? parseTokyoDateTime(text);
  const time =
    moment?.getTime() ?? (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN);
  if (!Number.isNaN(time)) return time;
  throw new CliError(
    'usage',
    `--from ${text}: expected yyyy-MM-dd, "yyyy-MM-dd HH:mm:ss" (Japan) or an RFC 3339 moment`,
  );
}

function toText(records: readonly AuditRecord[]): string {
  if (records.length === 0) return 'No events.';
  const head = ['ID', 'AT', 'EVENT', 'OUTCOME', 'USER_ID', 'CLIENT_ID', 'ADDRESS', 'DETAIL'];
  const rows = records.map(({ id, at, event, outcome, userId, clientId, address, detail }) => [
    String(id),
    momentText(at),
    event,
    outcome,
    userId ?? '-',
    clientId ?? '-',
    address,
    detail === undefined
      ? ''
      : Object.entries(detail)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
  ]);
  return table([head, ...rows]);
}

function toJson({ id, at, event, outcome, userId, clientId, grantId, address, requestId, detail }: AuditRecord) {
  return {
    id,
    at: momentText(at),
    event,
    outcome,
    user_id: userId ?? null,
    client_id: clientId ?? null,
    grant_id: grantId ?? null,
    address,
    request_id: requestId ?? null,
    detail: detail ?? {},
  };
}
