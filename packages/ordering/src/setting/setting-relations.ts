import {
  type BusinessHoliday,
  closingTarget,
  flag,
  isDate,
  type NonTradingDay,
  type OrderBlock,
  type OrderClosing,
  prohibitFlg,
} from '@trading-platform/domain-types';
import { readNonTradingSetting } from '../delivery/read-setting-rows.js';
import { type FieldOf, type Relation, relationsOf } from '../record/relations.js';

const { refused, warned } = relationsOf<NonTradingDay>();

type DayField = keyof NonTradingDay;
type DayOf = FieldOf<DayField>;

const never = 'so the row never applies';
const leapYear = '2024';

function isKind(of: DayOf, kind: string): boolean {
  return of('prohibit_flg') === kind;
}

/** For a row that is switched off, no warning is given. */
function inForce(field: DayField, reason: string, isBroken: (of: DayOf) => boolean): Relation<DayField> {
  return warned(field, reason, (of) => of('establish_flg') === flag.on && isBroken(of));
}

/** The fields of the first and of the last day of a range. */
const ends = {
  from: {
    ymd: 'prohibit_date_from_ymd',
    parts: ['prohibit_date_from_y', 'prohibit_date_from_m', 'prohibit_date_from_d'],
  },
  to: { ymd: 'prohibit_date_to_ymd', parts: ['prohibit_date_to_y', 'prohibit_date_to_m', 'prohibit_date_to_d'] },
} as const;

/** The fields that each kind of setting uses. */
const fieldsOfKind: Readonly<Record<string, readonly DayField[]>> = {
  [prohibitFlg.weekly]: ['week_flg'],
  [prohibitFlg.yearly]: ['prohibit_month', 'prohibit_day'],
  [prohibitFlg.range]: [ends.from.ymd, ...ends.from.parts, ends.to.ymd, ...ends.to.parts],
};

/**
 * Checks whether the given parts of a day can form a date. If the year is missing, the parts must form a date in at least one
 * year.
 */
function isPossible(year: string, month: string, day: string): boolean {
  if (month === '' || day === '') return true;
  return isDate(`${year === '' ? leapYear : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const dayFields = Object.values(fieldsOfKind).flat();

/** The days that the row names. */
function daysOf(of: DayOf) {
  const fields = ['prohibit_flg' as const, ...dayFields].map((field) => [field, of(field)]);
  return readNonTradingSetting('', Object.fromEntries(fields) as Partial<NonTradingDay>).days;
}

function isBackwards(of: DayOf): boolean {
  if (!isKind(of, prohibitFlg.range)) return false;
  const days = daysOf(of);
  return days.kind === 'range' && days.from > days.to;
}

function endRelations({ ymd, parts: [y, m, d] }: (typeof ends)['from' | 'to']): readonly Relation<DayField>[] {
  return [
    refused(d, 'is a day that no calendar has', (of) => {
      return isKind(of, prohibitFlg.range) && of(ymd) === '' && !isPossible(of(y), of(m), of(d));
    }),
    ...([y, m, d] as const).map((part, index) =>
      inForce(part, `differs from ${ymd}, which counts`, (of) => {
        const counts = of(ymd).split('-')[index];
        return (
          isKind(of, prohibitFlg.range) && of(ymd) !== '' && of(part) !== '' && Number(of(part)) !== Number(counts)
        );
      }),
    ),
  ];
}

function isNeverWithin(of: DayOf, kind: string): boolean {
  return isKind(of, kind) && of('holiday_flg') !== flag.on && daysOf(of).kind === 'none';
}

/** Rule "relations of a non-trading day": finds values that do not fit together. */
export const nonTradingDayRelations: readonly Relation<DayField>[] = [
  refused('prohibit_day', 'is a day that no calendar has', (of) => {
    return isKind(of, prohibitFlg.yearly) && !isPossible('', of('prohibit_month'), of('prohibit_day'));
  }),
  ...endRelations(ends.from),
  ...endRelations(ends.to),
  refused('prohibit_date_to_ymd', 'must not be before the first day of the range', isBackwards),
  inForce('prohibit_flg', `is empty, ${never}`, (of) => isNeverWithin(of, '')),
  inForce('week_flg', `has no day, ${never}`, (of) => {
    return isKind(of, prohibitFlg.weekly) && of('holiday_flg') !== flag.on && !of('week_flg').includes(flag.on);
  }),
  inForce('prohibit_day', `needs prohibit_month and prohibit_day, ${never}`, (of) =>
    isNeverWithin(of, prohibitFlg.yearly),
  ),
  inForce('prohibit_date_to_ymd', `an end of the range is missing, ${never}`, (of) =>
    isNeverWithin(of, prohibitFlg.range),
  ),
  inForce('prohibit_date_from_y', 'one end has a year and the other has none, so the range comes every year', (of) => {
    const hasYear = ({ ymd, parts: [y] }: (typeof ends)['from' | 'to']) => of(ymd) !== '' || of(y) !== '';
    return daysOf(of).kind === 'yearly-range' && hasYear(ends.from) !== hasYear(ends.to);
  }),
  ...Object.entries(fieldsOfKind).flatMap(([kind, fields]) =>
    fields.map((field) =>
      inForce(field, `is used only with prohibit_flg ${kind}`, (of) => {
        return !isKind(of, kind) && of(field).replaceAll('0', '') !== '';
      }),
    ),
  ),
];

/** Rule "relations of a closing time": finds values that do not fit together. */
export const orderClosingRelations: readonly Relation<keyof OrderClosing>[] = [
  relationsOf<OrderClosing>().warned(
    'target',
    `is empty, ${never}`,
    (of) => of('app_ord_flg') === flag.on && of('target') === '',
  ),
];

/** Rule "relations of a non-counting day": finds values that do not fit together. */
export const businessHolidayRelations: readonly Relation<keyof BusinessHoliday>[] = [
  relationsOf<BusinessHoliday>().warned('holiday', `is empty, ${never}`, (of) => of('holiday') === ''),
];

/** A row that never has an effect, because another row of the same pair always has precedence. */
export interface BeatenRow {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

type Rows<Row> = readonly { readonly [Field in keyof Row]?: string }[];

/** The maximum number of rows of a pair that are compared with each other. Real pairs have fewer rows than this. */
const rowsCompared = 200;

/** Rule "beaten block": if one row blocks orders, other rows that do not block them have no effect. */
export function beatenBlocks(rows: Rows<OrderBlock>): readonly BeatenRow[] {
  const blocking = new Set(rows.filter(isBlocking).map((row) => row.member_code_order_to ?? ''));
  return rows.flatMap((row, index) => {
    if (isBlocking(row) || !(blocking.has('') || blocking.has(row.member_code_order_to ?? ''))) return [];
    return [{ index, field: 'order_block_flg', reason: 'another row of the pair blocks, so this one has no effect' }];
  });
}

function isBlocking({ order_block_flg }: Rows<OrderBlock>[number]): boolean {
  return order_block_flg === flag.on;
}

/** Rule "beaten closing time": another row of the pair has precedence on every day on which the row is in force and matches. */
export function beatenClosingTimes(rows: Rows<OrderClosing>): readonly BeatenRow[] {
  if (rows.length > rowsCompared) return [];
  const settings = rows.map((row, index) => closingOf(row, index)).filter(({ applies }) => applies === flag.on);
  const versions = Map.groupBy(rows, identityOf);
  const lasting = settings.filter(({ identity }) => versions.get(identity)?.length === 1);
  return settings.flatMap((setting) => {
    const other = lasting.find((each) => each !== setting && alwaysBeats(each, setting));
    if (other === undefined) return [];
    const reason = `the row at ${other.index} always goes before this one, which has no effect`;
    return [{ index: setting.index, field: 'closing_time', reason }];
  });
}

function identityOf(row: Rows<OrderClosing>[number]): string {
  return JSON.stringify([
    row.oct_set_buyer_or_seller || '1',
    row.member_code_order_to ?? '',
    row.set_id ?? '',
    row.set_no ?? '',
  ]);
}

function closingOf(row: Rows<OrderClosing>[number], index: number) {
  return {
    index,
    identity: identityOf(row),
    applies: row.app_ord_flg ?? '',
    setBy: row.oct_set_buyer_or_seller || '1',
    orderTo: row.member_code_order_to ?? '',
    target: row.target ?? '',
    since: row.change_app_date ?? '',
    /** The text `99:99` sorts after every time of day, so it represents a day without closing time. */
    closes: row.closing_time || '99:99',
    period: Number(row.delivery_period ?? ''),
  };
}

type Closing = ReturnType<typeof closingOf>;

function alwaysBeats(one: Closing, other: Closing): boolean {
  const isInForce = one.since <= other.since && (one.orderTo === '' || one.orderTo === other.orderTo);
  const matches = one.target === closingTarget.everyDay || one.target === other.target;
  if (!isInForce || !matches || one.setBy > other.setBy) return false;
  if (one.setBy < other.setBy) return true;
  if (one.since !== other.since || one.closes > other.closes) return false;
  if (one.closes < other.closes) return true;
  return one.period > other.period || (one.period === other.period && one.index < other.index);
}
