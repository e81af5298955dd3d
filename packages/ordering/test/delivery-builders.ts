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
  /** `''` for the seller's general row; the pair's own unless said. */
  readonly member_code_buyer?: string;
};

/** An order as a test describes it, with the relevant fields only; rows are those of the contract. */
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

/** An orderable line of the buyer's own, without lead time. */
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

/** A closing setting of the pair, made by the seller, that applies every day. */
export function closing(at: string, given: Row<OrderClosing> = {}): Row<OrderClosing> {
  return { oct_set_buyer_or_seller: '1', set_id: '1', app_ord_flg: '1', target: '0', closing_time: at, ...given };
}

/** An established, refusing non-trading day setting of the pair. */
export function nonTrading(given: Row<NonTradingDay>): Row<NonTradingDay> {
  return { establish_flg: '1', warning_type: '0', holiday_flg: '0', ...given };
}

/** Non-trading every week; seven flags, Sunday first. */
export function weekly(flags: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '0', week_flg: flags, ...given });
}

/** Non-trading on a day of every year. */
export function yearly(month: string, day: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '1', prohibit_month: month, prohibit_day: day, ...given });
}

/** Non-trading from a day to a day. */
export function range(from: string, to: string, given: Row<NonTradingDay> = {}): Row<NonTradingDay> {
  return nonTrading({ prohibit_flg: '2', prohibit_date_from_ymd: from, prohibit_date_to_ymd: to, ...given });
}

/** Non-trading from a month and day to a month and day, every year; written `12-28`. */
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

/** An order block of the pair. */
export function block(given: Row<OrderBlock> = {}): Row<OrderBlock> {
  return { order_block_flg: '1', ...given };
}

/** All days of a period, both ends included. */
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

/** The whole answer for the one product of an order. */
export function answerOf(order: Order): ProductAnswer {
  const sent = parseJapanTime(order.sent);
  if (sent === undefined) throw new Error(`Not a time: ${order.sent}`);
  const lines = order.lines ?? [{ leadTime: order.leadTime ?? 0, ...order.line }];
  const wish = order.wish === undefined ? undefined : dayNumber(order.wish);
  const [answer] = judgeProducts(sent, settingsOf(order), [{ catalogId: 'C1', wish, lines: lines.map(aLine) }]);
  if (answer === undefined) throw new Error('One product has one answer');
  return answer;
}

/** The answer in short: the date, the refusal, or both. */
export function shortOf({ day, refusal }: ProductAnswer): string {
  return [day === undefined ? '' : formatDay(day), refusal ?? ''].filter((part) => part !== '').join(' ');
}
