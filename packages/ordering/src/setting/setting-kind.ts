import {
  businessHolidayImport,
  closingSetBy,
  closingTarget,
  downloads,
  nonTradingDayImport,
  orderBlockImport,
  orderClosingImport,
  prohibitFlg,
  type RecordDefinition,
  type SettingName,
  settingNames,
  warningType,
} from '@trading-platform/domain-types';
import type { RecordRules } from '../record/record-renderer.js';
import type { Relation } from '../record/relations.js';
import { date, dateTime, days, oneOf, shaped, type ValueCheck, zeroOrOne } from '../record/value-checks.js';
import {
  type BeatenRow,
  beatenBlocks,
  beatenClosingTimes,
  businessHolidayRelations,
  nonTradingDayRelations,
  orderClosingRelations,
} from './setting-relations.js';

/** The properties in which the trading settings differ. */
export interface SettingDefinition {
  readonly kind: SettingName;
  /**
   * The definition of a line in the setting's file. Each element of `result_list` in the setting's download has the same
   * definition.
   */
  readonly record: RecordDefinition;
  readonly checks: Readonly<Record<string, ValueCheck>>;
  /** Combinations of field values that a row must not have. */
  readonly relations: readonly Relation[];
  /** Returns those rows of a pair that never have an effect, because another row always has precedence. */
  readonly beaten?: (rows: readonly Readonly<Record<string, string>>[]) => readonly BeatenRow[];
  /** The fields that form the key of a row when a file is merged, or undefined if rows have no key. */
  readonly mergeKey: readonly string[] | undefined;
}

const month = shaped(/^(?:0?[1-9]|1[0-2])$/, 'a month from 1 to 12');
const dayOfMonth = shaped(/^(?:0?[1-9]|[12]\d|3[01])$/, 'a day of the month from 1 to 31');
const year = shaped(/^\d{4}$/, 'a year of four digits');
const timeOfDay = shaped(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time, HH:mm');
const weekdays = shaped(/^[01]{7}$/, 'seven characters 0 or 1, Sunday first');

export const settingDefinitions: Readonly<Record<SettingName, SettingDefinition>> = {
  nottrade: {
    kind: 'nottrade',
    record: nonTradingDayImport,
    checks: {
      establish_flg: zeroOrOne,
      week_flg: weekdays,
      prohibit_month: month,
      prohibit_day: dayOfMonth,
      prohibit_date_from_y: year,
      prohibit_date_from_m: month,
      prohibit_date_from_d: dayOfMonth,
      prohibit_date_to_y: year,
      prohibit_date_to_m: month,
      prohibit_date_to_d: dayOfMonth,
      prohibit_flg: oneOf(Object.values(prohibitFlg)),
      warning_type: oneOf(Object.values(warningType)),
      holiday_flg: zeroOrOne,
      prohibit_date_from_ymd: date,
      prohibit_date_to_ymd: date,
      update_date: dateTime,
    },
    relations: nonTradingDayRelations,
    mergeKey: undefined,
  },
  orderclosing: {
    kind: 'orderclosing',
    record: orderClosingImport,
    checks: {
      oct_set_buyer_or_seller: oneOf(Object.values(closingSetBy)),
      app_ord_flg: zeroOrOne,
      target: oneOf(Object.values(closingTarget)),
      closing_time: timeOfDay,
      delivery_period: days,
      change_app_date: date,
      update_date: dateTime,
    },
    relations: orderClosingRelations,
    beaten: beatenClosingTimes,
    mergeKey: ['oct_set_buyer_or_seller', 'member_code_order_to', 'set_id', 'set_no', 'change_app_date'],
  },
  businessholiday: {
    kind: 'businessholiday',
    record: businessHolidayImport,
    checks: { holiday: date, update_date: dateTime },
    relations: businessHolidayRelations,
    mergeKey: ['set_id', 'holiday'],
  },
  orderblock: {
    kind: 'orderblock',
    record: orderBlockImport,
    checks: { order_block_flg: zeroOrOne, update_date: dateTime },
    relations: [],
    beaten: beatenBlocks,
    mergeKey: ['member_code_order_to'],
  },
};

/** Makes a record that has one value for each kind of trading setting. */
export function ofEachSetting<Value>(make: (kind: SettingName) => Value): Readonly<Record<SettingName, Value>> {
  return Object.fromEntries(settingNames.map((kind) => [kind, make(kind)])) as Record<SettingName, Value>;
}

/**
 * Whether each record of the setting is about one seller. If the result is false, each record is about one buyer and contains the
 * sellers of this buyer.
 */
export function isOfSeller(kind: SettingName): boolean {
  return downloads[kind].key[0] === 'member_code_seller';
}

/** Returns the rules for a whole line of the setting's file. */
export function settingRules({ kind, checks }: SettingDefinition): RecordRules {
  const rows = { [kind]: { checks } };
  return { lists: isOfSeller(kind) ? rows : { seller_list: { lists: rows } } };
}
