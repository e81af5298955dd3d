import { nonTradingDayImport, prohibitFlg, warningType } from '@trading-platform/domain-types';
import { dayText, momentText } from '../calendar.js';
import type { Market, Member, Supplier } from '../market/market.js';
import { Random } from '../random.js';
import { type RecordValues, recordText } from '../record-text.js';
import { settingLines } from './setting-lines.js';

const text = recordText(nonTradingDayImport.fields);

/**
 * Patterns of closed weekdays, each beginning with Sunday. Most suppliers are closed on Sunday, and suppliers at
 * markets also on Wednesday.
 */
const weeks = ['1000000', '1000000', '1001000', '1000001', '0000000'];
const officeOpens = 9 * 3_600;

/** The lines of the file of non-trading days. */
export function nonTradingDayLines(market: Market, today: number): Iterable<string> {
  return settingLines(market, text, 'nottrade', (seller, buyer) =>
    buyer === undefined ? generalRows(market.seed, seller, today) : pairRows(market.seed, seller, buyer, today),
  );
}

function generalRows(seed: number, seller: Supplier, today: number): RecordValues[] {
  const random = new Random(seed, 10, seller.index);
  const row = rowMaker(random, today);
  const rows = [
    row({
      week_flg: random.pick(weeks),
      prohibit_flg: prohibitFlg.weekly,
      holiday_flg: random.chance(0.3) ? '1' : '0',
    }),
    row({ prohibit_month: '1', prohibit_day: '1', prohibit_flg: prohibitFlg.yearly }),
    // The fields for the year are empty, so these days are non-trading days at the end of every year.
    row({
      prohibit_date_from_m: '12',
      prohibit_date_from_d: '31',
      prohibit_date_to_m: '1',
      prohibit_date_to_d: '3',
      prohibit_flg: prohibitFlg.range,
    }),
  ];
  if (random.chance(0.3)) {
    rows.push(
      row({
        prohibit_month: '8',
        prohibit_day: '15',
        prohibit_flg: prohibitFlg.yearly,
        warning_type: warningType.warn,
      }),
    );
  }
  const [depot] = seller.depots;
  if (depot !== undefined) {
    rows.push(
      row({
        member_code_order_to: depot.member.code,
        ...period(today + random.int(-40, 60), 2),
        prohibit_flg: prohibitFlg.range,
      }),
    );
  }
  return rows;
}

/** One in eight pairs of buyer and seller has its own non-trading days. */
function pairRows(seed: number, seller: Supplier, buyer: Member, today: number): RecordValues[] {
  const random = new Random(seed, 11, seller.index, Number(buyer.code));
  if (!random.chance(0.125)) return [];
  const row = rowMaker(random, today);
  return [
    row({ ...period(today + random.int(-300, 120), random.int(0, 6)), prohibit_flg: prohibitFlg.range }),
    ...(random.chance(0.4) ? [row({ week_flg: '0010000', prohibit_flg: prohibitFlg.weekly })] : []),
  ];
}

/** Makes a row with default values. By default, the row is in force and refuses deliveries. */
function rowMaker(random: Random, today: number): (values: RecordValues) => RecordValues {
  return (values) => ({
    establish_flg: random.chance(0.95) ? '1' : '0',
    delivery_period: '0',
    warning_type: warningType.refuse,
    holiday_flg: '0',
    update_date: momentText(today - random.int(1, 500), officeOpens + random.int(0, 28_800)),
    ...values,
  });
}

function period(from: number, days: number): RecordValues {
  return { prohibit_date_from_ymd: dayText(from), prohibit_date_to_ymd: dayText(from + days) };
}
