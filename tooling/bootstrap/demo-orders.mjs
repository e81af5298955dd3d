import { existsSync, readFileSync } from 'node:fs';
import { writePrivately } from './write-privately.mjs';

const partnersAtMost = 4;
const linesOfOrder = 3;
const dayMs = 86_400_000;
const daysAhead = 14;
/** Most sellers of the demo market deliver on a Thursday, and none at the turn of the year. */
const thursday = 4;
const turnOfYear = /-(12-31|01-0[1-3])$/;

/**
 * @typedef {object} MasterLine
 * @property {string} member_code
 * @property {string} member_code_partner
 * @property {Record<string, string>[]} catalog
 */

/**
 * Writes an order upload of the demo user's own products, for `tp order upload`: an order to each of its first sellers, the
 * last of them planned. Orders of one day have the same numbers, so that the same file again is answered with the same slips.
 *
 * @param {object} options
 * @param {string} options.masterFile
 * @param {string} options.ordersFile
 * @param {string | undefined} options.memberCode
 * @param {Date} [options.now]
 * @returns {boolean} whether there is anything to order
 */
export function writeDemoOrders({ masterFile, ordersFile, memberCode, now = new Date() }) {
  if (memberCode === undefined || !existsSync(masterFile)) return false;
  const lines = readFileSync(masterFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"member_code":"${memberCode}"`));
  /** @type {MasterLine[]} */
  const products = lines.map((line) => JSON.parse(line)).filter(isOrderable);
  const partners = [...new Set(products.map((product) => product.member_code_partner))].slice(0, partnersAtMost);
  if (partners.length === 0) return false;
  const day = dayText(now).replaceAll('-', '');
  const orders = partners.map((partner, index) => ({
    upload_no: `DEMO-${day}-${index + 1}`,
    member_code_self: memberCode,
    member_code_partner: partner,
    hope_delivery_date: deliveryDay(now),
    send_flg: index === partners.length - 1 ? '0' : '1',
    detail_list: products
      .filter((product) => product.member_code_partner === partner)
      .slice(0, linesOfOrder)
      .map(orderLine),
  }));
  writePrivately(ordersFile, `${JSON.stringify({ order_list: orders }, null, 2)}\n`);
  return true;
}

/** @param {MasterLine} product */
function isOrderable({ catalog: [line] }) {
  return (
    line !== undefined &&
    line.view_active_code === '1' &&
    line.status_code === '0' &&
    line.sell_stop_active_code !== '1' &&
    line.item_deleted_code !== '1'
  );
}

/**
 * @param {MasterLine} product
 * @param {number} index
 */
function orderLine({ catalog: [line] }, index) {
  const multiple = Number(line?.multiple_lot) || 1;
  const quantity = Math.max(1, Math.ceil(Number(line?.minimum_lot) / multiple)) * multiple;
  return { line_no: String(index + 1), catalog_id: line?.catalog_id, prod_lot_qty: String(quantity) };
}

/** @param {Date} now */
function deliveryDay(now) {
  const day = new Date(now.getTime() + daysAhead * dayMs);
  const weekday = new Date(dayText(day)).getUTCDay();
  const first = day.getTime() + ((thursday - weekday + 7) % 7) * dayMs;
  const [next = '', later = ''] = [0, 7].map((days) => dayText(new Date(first + days * dayMs)));
  return turnOfYear.test(next) ? later : next;
}

/**
 * The day in Japan, `yyyy-MM-dd`.
 *
 * @param {Date} time
 */
function dayText(time) {
  return time.toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' });
}
