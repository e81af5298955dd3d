import type { Database } from '@trading-platform/database';
import { In } from 'typeorm';
import { AuditEntity } from '../entities/audit.entity.js';

const recordsPerPage = 1_000;

/** A record of the log, and its line in an archive. */
export interface ArchivedRecord {
  readonly key: string;
  readonly lines: readonly [readonly [Buffer]];
}

/** The archive of audit records from before a given time. The lines of the archive are `AuditRecord`s. */
export class AuditArchive {
  readonly files = ['audit'] as const;

  /** @param before epoch milliseconds */
  constructor(
    private readonly database: Database,
    private readonly before: number,
  ) {}

  /** Yields the records with the oldest record first, in pages that fit into memory. */
  async *pages(): AsyncGenerator<readonly ArchivedRecord[]> {
    let last: Pick<AuditEntity, 'at' | 'id'> | undefined = { at: Number.MIN_SAFE_INTEGER, id: 0 };
    while (last !== undefined) {
      const records: AuditEntity[] = await this.database.manager
        .createQueryBuilder(AuditEntity, 'record')
        .where('record.at < :before AND record.at >= :at', { before: this.before, at: last.at })
        .andWhere('(record.at > :at OR record.id > :id)', { id: last.id })
        .orderBy({ 'record.at': 'ASC', 'record.id': 'ASC' })
        .limit(recordsPerPage)
        .getMany();
      if (records.length > 0) yield records.map(archived);
      last = records.length < recordsPerPage ? undefined : records.at(-1);
    }
  }

  /**
   * Removes, in one short transaction, the records whose stored content is still the given content. Records that no longer exist
   * are counted in neither of the two numbers.
   */
  remove(
    records: readonly { readonly key: string; readonly lines: readonly (readonly Buffer[])[] }[],
  ): Promise<{ readonly removed: number; readonly changed: number }> {
    return this.database.transaction(async ({ manager }) => {
      const audit = manager.getRepository(AuditEntity);
      const found = await audit.findBy({ id: In(records.map(({ key }) => Number(key))) });
      const stored = new Map(found.map(archived).map(({ key, lines: [[line]] }) => [key, line]));
      const same = records.filter(({ key, lines: [file] }) => stored.get(key)?.equals(file?.[0] ?? nothing));
      const { affected } = await audit.delete({ id: In(same.map(({ key }) => Number(key))) });
      const removed = affected ?? 0;
      return { removed, changed: stored.size - removed };
    });
  }
}

const nothing = Buffer.alloc(0);

function archived(record: AuditEntity): ArchivedRecord {
  return { key: String(record.id), lines: [[Buffer.from(JSON.stringify(record))]] };
}
