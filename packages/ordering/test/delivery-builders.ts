import type { BusinessHoliday, NonTradingDay, OrderBlock, OrderClosing } from '@trading-platform/domain-types';
import { dayNumber, dayOfNumber } from '@trading-platform/domain-types';
import { formatDay } from '../src/delivery/civil-day.js';
import type { DeliverySettings } from '../src/delivery/delivery-calendar.js';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { judgeProducts, type ProductAnswer } from '../src/delivery/judge-products.js';
import {
  readClosingSetting,
  readNonCountingDay,
  readNonTradingSetting,
  readOrderBlock,
} from '../src/delivery/read-setting-rows.js';
import type { OrderMasterLine } from '../src/master/order-master-line.js';

type Row<Contract> = { readonly [Field in keyof Contract]?: string } & {
  /** `''` makes the row a general row of the seller. By default, the row belongs to the pair. */
  readonly member_code_buyer?: string;
};

/** An order for a test, with only the relevant fields. In this test order, the rows of settings have the form of the contract. */
export interface Order {
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly sent: string;
  readonly leadTime?: number;
  readonly wish?: string;
  readonly line?: Partial<OrderMasterLine>;
  readonly lines?: readonly Partial<OrderMasterLine>[];
  readonly closing?: readonly Row<OrderClosing>[];
  readonly nonCounting?: readonly string[];
  readonly nonTrading?: readonly Row<NonTradingDay>[];
  readonly blocks?: readonly Row<OrderBlock>[];
}

const buyer = 'B0000001';

/** Makes an orderable line from the buyer's own order master, with lead time 0. */
export function aLine(given: Partial<OrderMasterLine> = {}): OrderMasterLine {
  return {
    catalogId: 'C1',
    owner: 'buyer',
    memberCodeOrderTo: '',
    leadTime: 0,
    shareFlg: '0',
    storeUnshareFlg: '0',
    itemDeletedCode: '0',
    viewActiveCode: '1',
    statusCode: '0',
    sellStopActiveCode: '0',
    ...given,
  };
}

/** Makes a closing setting that the seller made for the pair and that applies every day. */
export function closing(at: string, given: Row<OrderClosing> = {}): Row<OrderClosing> {
  return { oct_set_buyer_or_seller: '1', set_id: '1', app_ord_flg: '1', target: '0', closing_time: at, ...given };
}

/** Makes a non-trading day setting of the pair that is in force and refuses delivery. */
export function nonTrading(given: Row<NonTradingDay>): Row<NonTradingDay> {
  return { establish_flg: '1', warning_type: '0', holiday_flg: '0', ...given };
}

/** Makes a setting for weekdays. The seven flags begin with Sunday. */
export function weekly(flags: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '0', week_flg: flags, ...given });
}

/** Makes a setting for the same day of every year. */
export function yearly(month: string, day: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '1', prohibit_month: month, prohibit_day: day, ...given });
}

/** Makes a setting for the days from one date to another. */
export function range(from: string, to: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '2', prohibit_date_from_ymd: from, prohibit_date_to_ymd: to, ...given });
}

/** Makes a setting for a range of days in every year. The first and the last day are written like `12-28`. */
export function yearlyRange(from: string, to: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  const [fromMonth = '', fromDay = ''] = from.split('-');
  const [toMonth = '', toDay = ''] = to.split('-');
  return nonTrading({
    prohibit_flg: '2',
    prohibit_date_from_m: fromMonth,
    prohibit_date_from_d: fromDay,
    prohibit_date_to_m: toMonth,
    prohibit_date_to_d: toDay,
    ...given,
  });
}

/** Makes an order block of the pair. */
export function block(given: Row<OrderBlock> = {}): Row<OrderBlock> {
  return { order_block_flg: '1', ...given };
}

/** Returns all days of a period, including the first and the last day. */
export function days(from: string, to: string): string[] {
  const first = dayNumber(from);
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayOfNumber(first + index));
}

/** Every Saturday and Sunday of the years 2026 to 2029. */
export const weekends: readonly string[] = days('2026-01-01', '2029-12-31').filter((date) =>
  [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()),
);

export function settingsOf(order: Omit<Order, 'sent'>): DeliverySettings {
  const holidays = (order.nonCounting ?? []).map((holiday): Partial<BusinessHoliday> => ({ holiday }));
  return {
    closing: (order.closing ?? []).map((row) => readClosingSetting(row.member_code_buyer ?? buyer, row)),
    nonTrading: (order.nonTrading ?? []).map((row) => readNonTradingSetting(row.member_code_buyer ?? buyer, row)),
    nonCountingDays: new Set(holidays.map(readNonCountingDay).filter((day) => day !== undefined)),
    blocks: (order.blocks ?? []).map((row) => readOrderBlock(row.member_code_buyer ?? buyer, row)),
  };
}

/** Returns the whole answer for an order with one product. */
export function answerOf(order: Order): ProductAnswer {
  const sent = parseJapanTime(order.sent);
  if (sent === undefined) throw new Error(`Not a time: ${order.sent}`);
  const lines = order.lines ?? [{ leadTime: order.leadTime ?? 0, ...order.line }];
  const wish = order.wish === undefined ? undefined : dayNumber(order.wish);
  const [answer] = judgeProducts(sent, settingsOf(order), [{ catalogId: 'C1', wish, lines: lines.map(aLine) }]);
  if (answer === undefined) throw new Error('One product has one answer');
  return answer;
}

/** Returns the answer as short text: the date, the refusal, or both. */
export function shortOf({ day, refusal }: ProductAnswer): string {
  return [day === undefined ? '' : formatDay(day), refusal ?? ''].filter((part) => part !== '').join(' ');
}
