import { closingSetBy, closingTarget, orderClosingImport } from '@trading-platform/domain-types';
import { dayText, momentText } from '../calendar.js';
import type { Market, Member, Supplier } from '../market/market.js';
import { Random } from '../random.js';
import { type RecordValues, recordText } from '../record-text.js';
import { settingLines } from './setting-lines.js';

const text = recordText(orderClosingImport.fields);

const closingTimes = ['11:00', '14:00', '15:00', '16:30', '17:00', '23:00'];
const officeOpens = 9 * 3_600;

/** The lines of the file of order closing times. */
export function closingTimeLines(market: Market, today: number): Iterable<string> {
  return settingLines(market, text, 'orderclosing', (seller, buyer) =>
    buyer === undefined ? generalRows(market.seed, seller, today) : pairRows(market.seed, seller, buyer, today),
  );
}

/**
 * The closing time is either the same on every day, or it differs between weekdays, Saturdays and Sundays. For some
 * suppliers the closing time changes on a future day.
 */
function generalRows(seed: number, seller: Supplier, today: number): RecordValues[] {
  const random = new Random(seed, 12, seller.index);
  const row = rowMaker(random, today, closingSetBy.seller);
  const time = random.pick(closingTimes);
  if (random.chance(0.4)) {
    const rows = [row({ set_name: '通常締め', target: closingTarget.everyDay, closing_time: time })];
    const changes = random.chance(0.3);
    if (!changes) return rows;
    const later = { set_name: '通常締め', target: closingTarget.everyDay, closing_time: random.pick(closingTimes) };
    return [...rows, row({ ...later, change_app_date: dayText(today + random.int(1, 60)) })];
  }
  return [
    row({ set_name: '平日締め', target: closingTarget.weekday, closing_time: time }),
    row({ set_no: '2', set_name: '土曜締め', target: closingTarget.saturday, closing_time: '12:00' }),
    ...(random.chance(0.5)
      ? [row({ set_no: '3', set_name: '日祝締め', target: closingTarget.sundayAndHoliday, closing_time: '10:00' })]
      : []),
  ];
}

/** One in ten pairs of buyer and seller has its own closing time, which the buyer or the seller has set. */
function pairRows(seed: number, seller: Supplier, buyer: Member, today: number): RecordValues[] {
  const random = new Random(seed, 13, seller.index, Number(buyer.code));
  if (!random.chance(0.1)) return [];
  const row = rowMaker(random, today, random.chance(0.5) ? closingSetBy.buyer : closingSetBy.seller);
  const [depot] = seller.depots;
  return [
    row({
      set_id: '2',
      set_name: '個別締め',
      target: closingTarget.everyDay,
      closing_time: random.pick(closingTimes),
      delivery_period: String(random.int(0, 3)),
      member_code_order_to: random.chance(0.2) ? depot?.member.code : '',
    }),
  ];
}

function rowMaker(random: Random, today: number, setBy: string): (values: RecordValues) => RecordValues {
  return (values) => ({
    oct_set_buyer_or_seller: setBy,
    set_id: '1',
    set_no: '1',
    app_ord_flg: random.chance(0.95) ? '1' : '0',
    delivery_period: String(random.int(0, 1)),
    change_app_date: dayText(today - random.int(200, 900)),
    update_date: momentText(today - random.int(1, 190), officeOpens + random.int(0, 28_800)),
    ...values,
  });
}
