import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { writePrivately } from './write-privately.mjs';

const partnersAtMost = 4;
const linesOfOrder = 3;
const dayMs = 86_400_000;
const daysAhead = 14;
/** Most sellers of the demo market deliver on a Thursday, but no seller delivers around New Year. */
const thursday = 4;
const turnOfYear = /-(12-31|01-0[1-3])$/;

/**
 * @typedef {object} MasterLine
 * @property {string} member_code
 * @property {string} member_code_partner
 * @property {string} member_name_partner
 * @property {Record<string, string>[]} catalog
 */

/**
 * Writes a file for `tp order upload` with the demo user's own products. The file has one order for each of the first
 * sellers, and the last order is only planned. All files of one day have the same `upload_no`, so a second upload gets
 * the same slips.
 *
 * @param {object} options
 * @param {string} options.masterFile
 * @param {string} options.ordersFile
 * @param {string | undefined} options.memberCode
 * @param {Date} [options.now]
 * @returns {Promise<boolean>} whether there is anything to order
 */
export async function writeDemoOrders({ masterFile, ordersFile, memberCode, now = new Date() }) {
  if (memberCode === undefined || !existsSync(masterFile)) return false;
  const products = await firstProducts(masterFile, memberCode);
  if (products.size === 0) return false;
  const day = dayText(now).replaceAll('-', '');
  const orders = [...products].map(([partner, ofPartner], index) => ({
    upload_no: `DEMO-${day}-${index + 1}`,
    member_code_self: memberCode,
    member_code_partner: partner,
    hope_delivery_date: deliveryDay(now),
    send_flg: index === products.size - 1 ? '0' : '1',
    detail_list: ofPartner.map(orderLine),
  }));
  writePrivately(ordersFile, `${JSON.stringify({ order_list: orders }, null, 2)}\n`);
  return true;
}

/**
 * The seller of the first of these orders, or undefined if there is nothing to order.
 *
 * @param {string} masterFile
 * @param {string | undefined} memberCode
 * @returns {Promise<{ member_code: string, member_name: string } | undefined>}
 */
export async function firstSeller(masterFile, memberCode) {
  if (memberCode === undefined || !existsSync(masterFile)) return undefined;
  const [[product] = []] = (await firstProducts(masterFile, memberCode)).values();
  return product && { member_code: product.member_code_partner, member_name: product.member_name_partner };
}

/**
 * Returns the first products of each partner that can be ordered. A market can be larger than memory, so reading stops
 * early.
 *
 * @param {string} masterFile
 * @param {string} memberCode
 */
async function firstProducts(masterFile, memberCode) {
  /** @type {Map<string, MasterLine[]>} */
  const found = new Map();
  const input = createReadStream(masterFile);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!line.includes(`"member_code":"${memberCode}"`)) continue;
      /** @type {MasterLine} */
      const product = JSON.parse(line);
      const partner = product.member_code_partner;
      const ofPartner = found.get(partner) ?? [];
      const isWanted = found.has(partner) || found.size < partnersAtMost;
      if (!isWanted || ofPartner.length === linesOfOrder || !isOrderable(product)) continue;
      found.set(partner, [...ofPartner, product]);
      if ([...found.values()].flat().length === partnersAtMost * linesOfOrder) break;
    }
  } finally {
    input.destroy();
  }
  return found;
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
