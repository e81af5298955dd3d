import type { Sql, SqlValue } from '@trading-platform/database';
import type { RenderedRecord } from '../../../download/rendered-record.js';

/** Statements that all see the data of one instant, whatever is updated meanwhile. */
export interface DatabaseSnapshot extends Sql {
  readonly instant: Date;
  /** Runs one query and hands its rows over in chunks, in order; memory does not grow with the result. */
  stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncIterable<Row[]>;
  /** The same for a query whose columns are `body`, bytes, and perhaps `receipt`, in the shortest way there is. */
  streamRecords(
    sql: string,
    values: readonly SqlValue[],
    rowsPerChunk: number,
  ): AsyncIterable<readonly RenderedRecord[]>;
  /** How many rows a query has in this snapshot. It may be called while the rows are read. */
  count(sql: string, values: readonly SqlValue[]): Promise<number>;
  close(): Promise<void>;
}
