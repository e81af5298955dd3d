import type { Sql } from '@trading-platform/database';
import type { FunctionCount } from '../../storage/batch-store.js';

/** The maximum number of waiting batches that are counted. */
const waitingAtMost = 10_000;

/**
 * Counts unfinished batches by function and state, and reads only indexes. The cost of counting is limited for any number of
 * waiting batches.
 */
export function countByFunction(sql: Sql): Promise<FunctionCount[]> {
  return sql.query<FunctionCount>(
    `SELECT function_name AS "functionName", 'waiting' AS state, COUNT(*) AS count
     FROM (SELECT function_name FROM batch WHERE state = 'waiting' LIMIT ${waitingAtMost}) unfinished GROUP BY function_name
     UNION ALL
     SELECT function_name, 'processing', COUNT(*) FROM batch WHERE state = 'processing' GROUP BY function_name`,
  );
}
