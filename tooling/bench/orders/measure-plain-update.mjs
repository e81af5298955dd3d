import { load, openPlain, take } from './measure-plain-upload.mjs';

/** @typedef {ReturnType<typeof import('../market/records.mjs').uploadOf>[number]} Order */

/**
 * Ships orders in the way in which most services are written. For each slip, the function reads both views with their lines, changes
 * some quantities, calculates the amounts anew, and saves both views in one transaction. Returns the number of slips per second.
 *
 * @param {readonly Order[]} orders
 * @param {number} changedLines how many lines of each slip get another quantity
 * @param {string} address of a database; on PostgreSQL the tables have their own schema
 */
export async function measurePlainUpdate(orders, changedLines, address) {
  const dataSource = await openPlain(address);
  try {
    await load(dataSource);
    for (const order of orders) await take(dataSource, order);
    const started = performance.now();
    for (const { upload_no } of orders) await ship(dataSource, upload_no, changedLines);
    return (orders.length / (performance.now() - started)) * 1_000;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * @param {import('typeorm').DataSource} dataSource
 * @param {string} trade_id
 * @param {number} changedLines
 */
function ship(dataSource, trade_id, changedLines) {
  return dataSource.transaction(async (manager) => {
    const slips = manager.getRepository('trade');
    const views = /** @type {any[]} */ (await slips.find({ where: { trade_id }, relations: { detail_list: true } }));
    if (views.length !== 2 || views.some(({ status_code }) => status_code !== '40'))
      throw new Error(`No slip ${trade_id}`);
    for (const view of views) {
      let total = 0;
      for (const [index, line] of view.detail_list.entries()) {
        if (index < changedLines) line.prod_lot_qty = '1';
        const amount = Math.floor(Number(line.prod_lot_qty) * Number(line.prod_lot_price));
        line.prod_lot_total = String(amount);
        total += amount + Math.floor((amount * Number(line.tax_rate)) / 100);
      }
      Object.assign(view, { status_code: '60', trade_total: String(total) });
    }
    await slips.save(views);
  });
}
