import type { NotOrderable } from '../master/order-master-line.js';
import { type CivilDay, formatDay, lastDay, weekdayOf } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import { type DayRange, rangesOf } from './day-range.js';
import type { DeliveryStep } from './delivery-step.js';
import { formatSecondOfDay } from './japan-time.js';
import { nationalHolidayOn } from './national-holidays.js';
import type { NonTradingReason } from './non-trading-day.js';

/** The same sentence in Japanese and in English. */
export interface Sentence {
  readonly ja: string;
  readonly en: string;
}

/** Writes, for a support person, a sentence that explains the result of a rule and the new date. */
export function deliveryStepSentence(step: DeliveryStep): Sentence {
  switch (step.rule) {
    case 'order-master-line':
      return step.owner === 'buyer' ? ownLine : headOfficeLine;
    case 'not-orderable':
      return notOrderable[step.reason];
    case 'order-block':
      return step.general ? generalBlock : pairBlock;
    case 'sent':
      return {
        ja: `注文の送信日時は${ja(step.to)} ${formatSecondOfDay(step.second)}(日本時間)です。`,
        en: `The order is sent on ${en(step.to)} at ${formatSecondOfDay(step.second)}, Japan time.`,
      };
    case 'before-closing':
      return {
        ja: `締め時間${timeOf(step.setting)}より前なので、当日の受付です(${settingJa(step.setting)})。`,
        en: `That is before the closing time ${timeOf(step.setting)} of the day (${settingEn(step.setting)}).`,
      };
    case 'closing-time':
      return {
        ja: `締め時間${timeOf(step.setting)}以降なので、翌日の${ja(step.to)}から受け付けます(${settingJa(step.setting)})。`,
        en: `The closing time ${timeOf(step.setting)} has been reached (${settingEn(step.setting)}): the order counts from ${en(step.to)}.`,
      };
    case 'no-reception-non-counting':
      return {
        ja: `${daysJa(step.from, step.to)}は売り手のリードタイム非加算日で受け付けないため、${ja(step.to)}へ進みます。`,
        en: `The seller does not work orders on ${daysEn(step.from, step.to)} (lead-time non-counting): on to ${en(step.to)}.`,
      };
    case 'no-reception-closing':
      return {
        ja: `${daysJa(step.from, step.to)}に当てはまる締め時間設定がなく受け付けないため、${ja(step.to)}へ進みます。`,
        en: `No closing setting matches ${daysEn(step.from, step.to)}, so nothing is received: on to ${en(step.to)}.`,
      };
    case 'reception-day':
      return {
        ja: `受付日は${ja(step.to)}です${step.setting === undefined ? '(締め時間設定なし)' : ''}。`,
        en: `The order is received on ${en(step.to)}${step.setting === undefined ? ' (no closing setting applies)' : ''}.`,
      };
    case 'lead-time':
      return leadTimeSentence(step);
    case 'non-trading-day':
      return {
        ja: `${daysJa(step.from, step.to)}は取引禁止日(${reasonJa(step.reason)})のため、${ja(step.to)}へ進みます。`,
        en: `No delivery on ${daysEn(step.from, step.to)}, non-trading (${reasonEn(step.reason)}): on to ${en(step.to)}.`,
      };
    case 'warning':
      return {
        ja: `${ja(step.to)}は警告のみの取引禁止日(${reasonJa(step.reason)})で、納品は可能です。`,
        en: `${en(step.to)} is a non-trading day that only warns (${reasonEn(step.reason)}): delivery stays possible.`,
      };
    case 'holidays-unknown':
      return {
        ja: `国民の祝日は${ja(step.known.first)}から${ja(step.known.last)}までのみ判定し、それ以外の日は祝日として扱いません。`,
        en: `National holidays are known from ${en(step.known.first)} to ${en(step.known.last)}; no other day counts as one.`,
      };
    case 'no-date':
      return {
        ja: `${ja(step.limit)}までに納品できる日がありません。`,
        en: `There is no possible delivery date up to ${en(step.limit)}.`,
      };
    case 'shortest':
      return { ja: `最短納品日は${ja(step.to)}です。`, en: `The shortest delivery date is ${en(step.to)}.` };
    case 'wish-possible':
      return {
        ja: `希望納品日${ja(step.wish)}に納品できます。`,
        en: `The wished date ${en(step.wish)} is possible.`,
      };
    case 'wish-too-early':
      return {
        ja: `希望納品日${ja(step.wish)}は最短納品日${ja(step.shortest)}より前です。`,
        en: `The wished date ${en(step.wish)} is earlier than the shortest one, ${en(step.shortest)}.`,
      };
    case 'wish-non-trading':
      return {
        ja: `希望納品日${ja(step.wish)}は取引禁止日(${reasonJa(step.reason)})です。`,
        en: `The wished date ${en(step.wish)} is a non-trading day (${reasonEn(step.reason)}).`,
      };
    case 'wish-warning':
      return {
        ja: `希望納品日${ja(step.wish)}は警告のみの取引禁止日(${reasonJa(step.reason)})で、納品は可能です。`,
        en: `The wished date ${en(step.wish)} is a non-trading day that only warns (${reasonEn(step.reason)}): it is possible.`,
      };
  }
}

const ownLine: Sentence = {
  ja: '商品は買い手の発注マスタにあり、発注できます。',
  en: "The product is in the buyer's own order master and can be ordered.",
};

const headOfficeLine: Sentence = {
  ja: '商品は買い手の本部が店舗に公開している発注マスタにあり、発注できます。',
  en: "The product is in the order master that the buyer's head office shares with its stores, and can be ordered.",
};

const notOrderable: Readonly<Record<NotOrderable, Sentence>> = {
  unknown: {
    ja: 'この売り手の商品が、買い手の発注マスタにも、本部が店舗に公開している発注マスタにもありません。',
    en: "No such product of the seller is in the buyer's order master, nor in what its head office shares.",
  },
  deleted: {
    ja: '商品は削除されています(item_deleted_code)。',
    en: 'The product is deleted (item_deleted_code).',
  },
  hidden: {
    ja: '商品は表示されていません(view_active_code)。',
    en: 'The product is not shown (view_active_code).',
  },
  'not-approved': {
    ja: '商品は承認済みではありません(status_code)。',
    en: 'The product is not approved (status_code).',
  },
  'sell-stopped': {
    ja: '商品は販売停止中です(sell_stop_active_code)。',
    en: 'The sale of the product has been stopped (sell_stop_active_code).',
  },
};

const pairBlock: Sentence = {
  ja: 'この買い手と売り手の間の発注はブロックされています。',
  en: 'Ordering is blocked between this buyer and this seller.',
};

const generalBlock: Sentence = {
  ja: '売り手がすべての買い手からの発注をブロックしています。',
  en: 'The seller has blocked ordering for all its buyers.',
};

function leadTimeSentence(step: Extract<DeliveryStep, { rule: 'lead-time' }>): Sentence {
  const { days, leadTime, deliveryPeriod } = step;
  if (days === 0) {
    return {
      ja: `リードタイムも納品日数も0日なので、${ja(step.to)}のままです。`,
      en: `Lead time and delivery period are 0 days: it stays ${en(step.to)}.`,
    };
  }
  const passedJa = step.passedOver.length === 0 ? '' : `(非加算日の${rangesJa(step.passedOver)}を除く)`;
  const passedEn = step.passedOver.length === 0 ? '' : `, not counting ${rangesEn(step.passedOver)}`;
  return {
    ja: `リードタイム${leadTime}日と納品日数${deliveryPeriod}日の大きい方の${days}日を数え${passedJa}、${ja(step.to)}へ進みます。`,
    en: `${days} day(s), the greater of lead time ${leadTime} and delivery period ${deliveryPeriod}, are counted${passedEn}: on to ${en(step.to)}.`,
  };
}

function timeOf({ closingSecond }: ClosingSetting): string {
  return closingSecond === undefined ? '' : formatSecondOfDay(closingSecond).slice(0, 5);
}

function settingJa(setting: ClosingSetting): string {
  const scope = setting.memberCodeBuyer === '' ? '全買い手共通' : '取引先別';
  return `${scope}、${setting.setBy === 'buyer' ? '買い手' : '売り手'}の締め時間設定${numberOf(setting)}`;
}

function settingEn(setting: ClosingSetting): string {
  const scope = setting.memberCodeBuyer === '' ? 'for all buyers' : 'for the pair';
  return `closing setting${numberOf(setting)} by the ${setting.setBy}, ${scope}`;
}

function numberOf({ setId, setNo, name }: ClosingSetting): string {
  return [[setId, setNo].filter((part) => part !== '').join('-'), name]
    .filter((part) => part !== '')
    .map((part) => ` ${part}`)
    .join('');
}

const reasonNames = {
  weekly: { ja: '毎週', en: 'weekly' },
  yearly: { ja: '毎年', en: 'yearly' },
  range: { ja: '期間', en: 'period' },
  'yearly-range': { ja: '毎年の期間', en: 'period of every year' },
} as const;

function reasonJa({ kind, general, holiday }: NonTradingReason): string {
  const name = kind === 'national-holiday' ? `国民の祝日 ${holiday?.ja}` : reasonNames[kind].ja;
  return `${name}、${general ? '全買い手共通' : '取引先別'}の設定`;
}

function reasonEn({ kind, general, holiday }: NonTradingReason): string {
  const name = kind === 'national-holiday' ? `national holiday ${holiday?.en}` : reasonNames[kind].en;
  return `${name}, setting for ${general ? 'all buyers' : 'the pair'}`;
}

const weekdaysJa = ['日', '月', '火', '水', '木', '金', '土'];
const weekdaysEn = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function ja(day: CivilDay): string {
  if (day > lastDay) return '9999年より後';
  const holiday = nationalHolidayOn(day);
  return `${formatDay(day)}(${weekdaysJa[weekdayOf(day)]}${holiday ? `・${holiday.ja}` : ''})`;
}

function en(day: CivilDay): string {
  if (day > lastDay) return 'a day after the year 9999';
  const holiday = nationalHolidayOn(day);
  return `${formatDay(day)} (${weekdaysEn[weekdayOf(day)]}${holiday ? `, ${holiday.en}` : ''})`;
}

/** Writes the days from one day up to, but not including, another day. */
function daysJa(from: CivilDay, to: CivilDay): string {
  return rangeJa({ first: from, last: to - 1 });
}

function daysEn(from: CivilDay, to: CivilDay): string {
  return rangeEn({ first: from, last: to - 1 });
}

const rangesShownAtMost = 5;

function rangesJa(days: readonly CivilDay[]): string {
  const ranges = rangesOf(days);
  const shown = ranges.slice(0, rangesShownAtMost).map(rangeJa).join('、');
  return ranges.length > rangesShownAtMost ? `${shown}など計${days.length}日` : shown;
}

function rangesEn(days: readonly CivilDay[]): string {
  const ranges = rangesOf(days);
  const shown = ranges.slice(0, rangesShownAtMost).map(rangeEn).join(', ');
  return ranges.length > rangesShownAtMost ? `${shown} and others, ${days.length} days in all` : shown;
}

function rangeJa({ first, last }: DayRange): string {
  return first === last ? ja(first) : `${ja(first)}から${ja(last)}まで`;
}

function rangeEn({ first, last }: DayRange): string {
  return first === last ? en(first) : `${en(first)} to ${en(last)}`;
}
