/** @typedef {import('@trading-platform/capacity/costs').Costs} Costs */

/**
 * Returns the disk space that a row of each kind uses now, including its indexes, in bytes.
 *
 * @param {import('./rig.mjs').Rig} rig
 * @returns {Promise<Omit<Costs['rows'], 'archivedSlip'>>}
 */
export async function measureRows({ database }) {
  const perRow = async (/** @type {readonly string[]} */ tables, /** @type {string} */ counted) => {
    const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
    const [row] = await database.query(
      `SELECT (${sizes})::float8 / GREATEST(1, (SELECT COUNT(*) FROM ${counted})) AS bytes`,
    );
    return Math.round(Number(row?.bytes));
  };
  const perRecord = async (/** @type {string} */ functionName) => {
    const [row] = await database.query(
      `SELECT SUM(stored_bytes)::float8 / SUM(record_count) AS bytes FROM batch WHERE state = 'finished' AND function_name LIKE $1 AND record_count > 100`,
      [functionName],
    );
    return Math.round(Number(row?.bytes));
  };
  return {
    member: await perRow(['member', 'member_pair'], 'member'),
    product: await perRow(['product', 'catalog_line', 'buy_line'], 'product'),
    view: await perRow(['slip', 'slip_body', 'slip_history', 'download_mark', 'upload_number'], 'slip'),
    batch: await perRow(['batch', 'batch_key', 'batch_input'], 'batch'),
    productRecord: await perRecord('%master%'),
    slipRecord: await perRecord('%trade%'),
  };
}
