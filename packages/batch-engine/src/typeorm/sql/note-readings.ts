import { type Dialect, type Sql, tableOf } from '@trading-platform/database';
import type { Reading } from '../../storage/batch-store.js';
import { BatchReaderEntity } from '../entities/batch-reader.entity.js';

const readers = tableOf(BatchReaderEntity);

/** An existing row gets the wider range, and the sum of the reads. */
const joined = (least: string, greatest: string) => `ON CONFLICT (batch_id, client_id, user_id) DO UPDATE SET
    first_at = ${least}(batch_reader.first_at, excluded.first_at),
    last_at = ${greatest}(batch_reader.last_at, excluded.last_at),
    seq_from = ${least}(batch_reader.seq_from, excluded.seq_from),
    seq_to = ${greatest}(batch_reader.seq_to, excluded.seq_to),
    reads = batch_reader.reads + excluded.reads`;

/** The rows are written in the order of their keys, so that processes that write at the same time cannot block each other. */
const statements: Readonly<Record<Dialect, string>> = {
  postgres: `INSERT INTO batch_reader (batch_id, client_id, user_id, first_at, last_at, seq_from, seq_to, reads)
    SELECT (r->>0)::bigint, r->>1, r->>2, (r->>3)::bigint, (r->>4)::bigint, (r->>5)::bigint, (r->>6)::bigint, (r->>7)::bigint
      FROM json_array_elements($1::json) AS r
      WHERE EXISTS (SELECT 1 FROM batch WHERE batch.id = (r->>0)::bigint) ORDER BY 1, 2, 3
    ${joined('LEAST', 'GREATEST')}`,
  sqlite: `INSERT INTO batch_reader (batch_id, client_id, user_id, first_at, last_at, seq_from, seq_to, reads)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7
      FROM json_each($1) WHERE EXISTS (SELECT 1 FROM batch WHERE batch.id = value->>0)
    ${joined('MIN', 'MAX')}`,
};

/** Adds readings of batches. Removed batches are ignored. */
export async function noteReadings(sql: Sql, readings: readonly Reading[]): Promise<void> {
  const rows = readings.map((each) => [
    each.batchId,
    each.clientId,
    each.userId,
    each.firstAt,
    each.lastAt,
    each.seqFrom,
    each.seqTo,
    each.reads,
  ]);
  await sql.execute(statements[sql.dialect], [JSON.stringify(rows)]);
}

/** Returns the readings of a batch, with the last reading first. */
export async function readingsOf(sql: Sql, batchId: number, limit: number): Promise<readonly Reading[]> {
  const rows = await sql.query<object>(
    `SELECT ${readers.columns} FROM batch_reader WHERE batch_id = $1 ORDER BY last_at DESC, client_id, user_id LIMIT $2`,
    [batchId, limit],
  );
  return rows.map(readers.read);
}
