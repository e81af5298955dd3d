import { type Database, type Sql, tableOf } from '@trading-platform/database';
import { AuditEntity } from '../entities/audit.entity.js';

const recordsPerPage = 1_000;

const audit = tableOf(AuditEntity);

/** A record of the log and its line in an archive. */
export interface ArchivedRecord {
  readonly key: string;
  readonly lines: readonly [readonly [Buffer]];
}

/** Records of the audit log from before an instant. Their lines are `AuditRecord`s. */
export class AuditArchive {
  readonly files = ['audit'] as const;

  /** @param before epoch milliseconds */
  constructor(
    private readonly database: Database,
    private readonly before: number,
  ) {}

  /** What may go, oldest first, in pages that fit into memory. */
  async *pages(): AsyncGenerator<readonly ArchivedRecord[]> {
    let last: Pick<AuditEntity, 'at' | 'id'> | undefined = { at: Number.MIN_SAFE_INTEGER, id: 0 };
    while (last !== undefined) {
      const rows: AuditEntity[] = (
        await this.database.query<object>(
          `SELECT ${audit.columns} FROM ${audit.name} WHERE happened_at < $1 AND happened_at >= $2
             AND (happened_at > $2 OR id > $3) ORDER BY happened_at, id LIMIT ${recordsPerPage}`,
          [this.before, last.at, last.id],
        )
      ).map(audit.read);
      if (rows.length > 0) yield rows.map(archived);
      last = rows.length < recordsPerPage ? undefined : rows.at(-1);
    }
  }

  /** Removes those that are stored as they are given, in one short transaction. What was gone is in neither number. */
  remove(
    records: readonly { readonly key: string; readonly lines: readonly (readonly Buffer[])[] }[],
  ): Promise<{ readonly removed: number; readonly changed: number }> {
    return this.database.transaction(async (transaction) => {
      const stored = new Map(
        (
          await readRecords(
            transaction,
            records.map(({ key }) => Number(key)),
          )
        ).map((record) => [record.key, record]),
      );
      const same = records.filter(({ key, lines }) => {
        const [[line]] = stored.get(key)?.lines ?? [[undefined]];
        return line !== undefined && lines[0]?.[0]?.equals(line) === true;
      });
      const removed = await transaction.execute(`DELETE FROM ${audit.name} WHERE ${hasId(transaction, '$1')}`, [
        JSON.stringify(same.map(({ key }) => Number(key))),
      ]);
      return { removed, changed: stored.size - removed };
    });
  }
}

function archived(record: AuditEntity): ArchivedRecord {
  return { key: String(record.id), lines: [[Buffer.from(JSON.stringify(record))]] };
}

async function readRecords(sql: Sql, ids: readonly number[]): Promise<ArchivedRecord[]> {
  const rows = await sql.query<object>(`SELECT ${audit.columns} FROM ${audit.name} WHERE ${hasId(sql, '$1')}`, [
    JSON.stringify(ids),
  ]);
  return rows.map(audit.read).map(archived);
}

function hasId({ dialect }: Sql, placeholder: string): string {
  return dialect === 'sqlite'
    ? `id IN (SELECT value FROM json_each(${placeholder}))`
    : `id = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(${placeholder}::jsonb) AS BIGINT)))`;
}
