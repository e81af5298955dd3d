import {
  closingTerm,
  nonTradingTerm,
  partnerTerms,
  partnerTermsAnswer,
  productAnswer,
  shownProduct,
  tradingDay,
} from '../shown-partner.js';
import { closingSetByValues, closingTargetValues, warningValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { coded, day, dayCount, flagged, minuteOfDay, orEmpty, record, records, shaped, text } from './field-forms.js';
import { masterBody } from './master-record.js';
import { meaningOf } from './meaning-of.js';

const no = ['no', 'いいえ'] as const;
const yes = ['yes', 'はい'] as const;

const general = flagged('General: whether the seller set it for all its buyers', '共通設定フラグ', no, yes);
const orderTo = orEmpty(
  text('Destination member code: the order destination to which it is limited; "" for all', '発注先会員コード'),
);
const ruleValues = [
  { value: 'weekly', meaning: 'the weekdays of week_flg', ja: '曜日指定' },
  { value: 'yearly', meaning: 'one day of every year', ja: '毎年指定' },
  { value: 'range', meaning: 'a range of days', ja: '期間指定' },
  { value: 'yearly-range', meaning: 'a range of days of every year', ja: '毎年の期間指定' },
];
const national = { value: 'national-holiday', meaning: 'a national holiday', ja: '祝日' };

export const closingTermMeaning = meaningOf(closingTerm, {
  origin: 'answer',
  meaning: 'A closing time that applies between buyer and seller',
  ja: '適用される締め時間',
  fields: {
    general_flg: general,
    oct_set_buyer_or_seller: coded(
      "Set by: the buyer's own goes before the seller's",
      '設定者区分',
      closingSetByValues,
    ),
    member_code_order_to: orderTo,
    set_name: orEmpty(text('Setting name: "" if it has none', '設定名')),
    target: coded('Days affected: days that the setting is for', '対象曜日区分', closingTargetValues),
    closing_time: orEmpty(
      minuteOfDay(
        'Closing time: from then on an order counts for the next day; "" if the day never closes',
        '締め時間',
      ),
    ),
    delivery_period: dayCount('Delivery period: least number of counted days from order to delivery', '納品期間'),
    change_app_date: orEmpty(day('Valid from: first day of this version of the setting; "" always', '変更適用日')),
  },
  example: {
    general_flg: '1',
    oct_set_buyer_or_seller: '1',
    member_code_order_to: '50000041',
    set_name: '平日締め',
    target: '1',
    closing_time: '15:00',
    delivery_period: '2',
    change_app_date: '2024-06-22',
  },
});

export const nonTradingTermMeaning = meaningOf(nonTradingTerm, {
  origin: 'answer',
  meaning: 'A rule about days without delivery that is in force between buyer and seller',
  ja: '有効な取引不可日',
  fields: {
    general_flg: general,
    member_code_order_to: orderTo,
    rule: orEmpty(coded('Rule kind: "" for a rule of national holidays alone', 'ルール区分', ruleValues)),
    week_flg: orEmpty(
      shaped('Weekdays: days without delivery, for a weekly rule; otherwise ""', '曜日フラグ', {
        format: 'seven characters 0 or 1, Sunday first',
        pattern: '[01]{7}',
      }),
    ),
    first_date: orEmpty(
      shaped('First date: "" for a weekly rule; without a year the rule comes back every year', '開始日', {
        format: 'yyyy-MM-dd or MM-dd',
        pattern: '(?:[0-9]{4}-)?[0-9]{2}-[0-9]{2}',
      }),
    ),
    last_date: orEmpty(
      shaped('Last date: included, in the form of the first date', '終了日', {
        format: 'yyyy-MM-dd or MM-dd',
        pattern: '(?:[0-9]{4}-)?[0-9]{2}-[0-9]{2}',
      }),
    ),
    holiday_flg: flagged('National holidays: whether they are without delivery too', '祝日フラグ', no, yes),
    warning_type: coded('Rule effect: on a delivery on such a day', '警告区分', warningValues),
  },
  example: {
    general_flg: '1',
    member_code_order_to: '50000041',
    rule: 'weekly',
    week_flg: '1000000',
    first_date: '12-29',
    last_date: '01-03',
    holiday_flg: '1',
    warning_type: '0',
  },
});

export const tradingDayMeaning = meaningOf(tradingDay, {
  origin: 'answer',
  meaning: 'What holds on one day, by the settings that are not limited to an order destination',
  ja: '日ごとの取引条件',
  fields: {
    day: day('Day', '日付'),
    not_counted_flg: flagged('Not counted: whether lead times do not count the day', '非計上フラグ', no, yes),
    reception_flg: flagged('Reception: whether the seller receives orders on the day', '受付フラグ', no, yes),
    closing_time: orEmpty(
      minuteOfDay(
        'Closing time: from then on an order counts for the next day; "" if the day never closes',
        '締め時間',
      ),
    ),
    delivery_period: orEmpty(
      dayCount('Delivery period: of an order of this day, in counted days; "" if no setting says it', '納品期間'),
    ),
    refused_by: orEmpty(
      coded('Refused by: the kind of rule by which there is no delivery; "" if there is', '納品不可の理由', [
        ...ruleValues,
        national,
      ]),
    ),
    warned_by: orEmpty(
      coded('Warned by: the kind of rule that warns of a delivery; "" if none does', '警告の理由', [
        ...ruleValues,
        national,
      ]),
    ),
  },
  example: {
    day: '2026-11-20',
    not_counted_flg: '0',
    reception_flg: '1',
    closing_time: '15:00',
    delivery_period: '2',
    refused_by: 'weekly',
    warned_by: 'range',
  },
});

export const partnerTermsMeaning = meaningOf(partnerTerms, {
  origin: 'answer',
  meaning: 'The settings between a buyer and a seller, and what they mean for the next days',
  ja: '取引条件',
  fields: {
    member_code_buyer: text('Buyer member code', '買い手会員コード'),
    member_code_seller: text('Seller member code', '売り手会員コード'),
    order_block_flg: flagged(
      'Blocked: whether ordering is stopped for every destination',
      '発注停止フラグ',
      ['not stopped', '停止していない'],
      ['stopped', '停止中'],
    ),
    closing_list: records('Closing times: that apply to orders', '締め時間リスト', closingTermMeaning),
    nottrade_list: records('Days without delivery: rules in force', '取引不可日リスト', nonTradingTermMeaning),
    day_list: records('Days: from today on, six weeks', '日付リスト', tradingDayMeaning),
  },
  example: { member_code_buyer: '10010001', member_code_seller: '50000040', order_block_flg: '0' },
});

export const partnerTermsAnswerMeaning = meaningOf(partnerTermsAnswer, {
  origin: 'answer',
  meaning: 'The settings between the caller and one partner',
  ja: '取引条件照会の応答',
  fields: { ...answerEnvelope.fields, terms: record('Terms', '取引条件', partnerTermsMeaning) },
  example: answerEnvelope.example,
});

export const shownProductMeaning = meaningOf(shownProduct, {
  origin: 'stored',
  meaning: 'One product of the own member from one partner, as the master has it now',
  ja: '商品',
  fields: { ...masterBody.fields },
  example: { ...masterBody.example },
});

export const productAnswerMeaning = meaningOf(productAnswer, {
  origin: 'answer',
  meaning: 'One product',
  ja: '商品照会の応答',
  fields: { ...answerEnvelope.fields, product: record('Product', '商品', shownProductMeaning) },
  example: answerEnvelope.example,
});
