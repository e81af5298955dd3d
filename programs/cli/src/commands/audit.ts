import type { AuditEventName, AuditQuery, AuditRecord } from '@trading-platform/auth-core';
import { parseTokyoDate, parseTokyoDateTime } from '@trading-platform/domain-types';
import { CliError, callerPath, momentText, print, table } from '@trading-platform/terminal';
import { Volume } from '../archive/volume.js';
import { withAuthAdministration } from '../open-databases.js';

export interface AuditOptions {
  readonly event?: string;
  readonly clientId?: string;
  readonly userId?: string;
  readonly address?: string;
  readonly from?: string;
  readonly before?: number;
  readonly limit: number;
  readonly archive?: string;
  readonly json?: true;
}

/** Shows security events, newest first. */
export async function showAudit(options: AuditOptions): Promise<void> {
  const { event, clientId, userId, address, from, before, limit, archive, json } = options;
  const query = {
    event: event as AuditEventName | undefined,
    clientId,
    userId,
    address,
    from: from === undefined ? undefined : readMoment(from),
    before,
    limit,
  };
  const records =
    archive === undefined
      ? await withAuthAdministration(({ audit }) => audit.list(query))
      : await archivedRecords(archive, query);
  print({ json: records.map(toJson), text: toText(records) }, json === true);
}

/** Reads the events of a volume. Memory holds only the events to show. */
async function archivedRecords(folder: string, query: AuditQuery): Promise<AuditRecord[]> {
  const volume = await Volume.open(callerPath(folder));
  if (volume.facts.kind !== 'audit')
    throw new CliError('usage', `${folder} has ${volume.facts.kind}, not audit events`);
  await volume.check();
  const found: AuditRecord[] = [];
  for await (const line of volume.lines('audit')) {
    const record = JSON.parse(line.toString()) as AuditRecord;
    if (!isWanted(record, query)) continue;
    found.push(record);
    if (found.length > query.limit) found.shift();
  }
  return found.toReversed();
}

function isWanted(record: AuditRecord, { event, clientId, userId, address, from, before }: AuditQuery): boolean {
  return (
    (event === undefined || record.event === event) &&
    (clientId === undefined || record.clientId === clientId) &&
    (userId === undefined || record.userId === userId) &&
    (address === undefined || record.address === address) &&
    (from === undefined || record.at >= from) &&
    (before === undefined || record.id < before)
  );
}

/** Reads a day or second in Japan, or an RFC 3339 moment, as epoch milliseconds. */
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
