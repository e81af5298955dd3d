import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { BatchInputEntity } from '../entities/batch-input.entity.js';

const pieces = tableOf(BatchInputEntity);

/** Returns the number of bytes of all pieces of an input. */
export function lengthOf(input: readonly Uint8Array[]): number {
  return input.reduce((sum, piece) => sum + piece.length, 0);
}

/** Stores the input of a batch. On SQLite, writing blocks this thread, so other calls get their turn between two pieces. */
export async function addInput(transaction: Transaction, batchId: number, input: readonly Uint8Array[]): Promise<void> {
  for (const [number, data] of input.entries()) {
    await transaction.execute(pieces.insertInto(), pieces.values({ batchId, number, data }));
    await nextTurn();
  }
}

/** Returns the pieces of a batch's input, in order. */
export async function readInput(sql: Sql, batchId: number): Promise<readonly Uint8Array[]> {
  const rows = await sql.query<{ data: Uint8Array }>(
    'SELECT data FROM batch_input WHERE batch_id = $1 ORDER BY number',
    [batchId],
  );
  return rows.map(({ data }) => data);
}
