import type { Sql } from '@trading-platform/database';
import type { FunctionCount } from '../../storage/batch-store.js';

/** Waiting batches that are counted at most. */
const waitingAtMost = 10_000;

/** Unfinished batches by function and state, from their indexes only. The cost is bounded, however many wait. */
export function countByFunction(sql: Sql): Promise<FunctionCount[]> {
  return sql.query<FunctionCount>(
    `SELECT function_name AS "functionName", 'waiting' AS state, COUNT(*) AS count
     FROM (SELECT function_name FROM batch WHERE state = 'waiting' LIMIT ${waitingAtMost}) unfinished GROUP BY function_name
     UNION ALL
     SELECT function_name, 'processing', COUNT(*) FROM batch WHERE state = 'processing' GROUP BY function_name`,
  );
}
