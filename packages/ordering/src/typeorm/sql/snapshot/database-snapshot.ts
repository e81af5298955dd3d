import type { Sql, SqlValue } from '@trading-platform/database';
import type { RenderedRecord } from '../../../download/rendered-record.js';

/** Runs statements that all read the data of one instant, even if other transactions change the data. */
export interface DatabaseSnapshot extends Sql {
  readonly instant: Date;
  /** Runs one query and yields its rows in order and in chunks. The memory for the rows does not depend on their number. */
  stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncIterable<Row[]>;
  /** Like `stream`, but faster, for a query with the column `body`, which contains bytes, and optionally the column `receipt`. */
  streamRecords(
    sql: string,
    values: readonly SqlValue[],
    rowsPerChunk: number,
  ): AsyncIterable<readonly RenderedRecord[]>;
  /** Returns the number of rows that a query has in this snapshot. Rows may be counted while they are being read. */
  count(sql: string, values: readonly SqlValue[]): Promise<number>;
  close(): Promise<void>;
}
