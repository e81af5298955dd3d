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
import { masterBody } from './master-record.js';
import { meaningOf } from './meaning-of.js';
import { coded, day, dayCount, flagged, minuteOfDay, orEmpty, record, records, shaped, text } from './own-forms.js';

const no = ['no', 'いいえ'] as const;
const yes = ['yes', 'はい'] as const;

const general = flagged(
  'General: whether the seller set it for all its buyers',
  '共通設定フラグ：売り手が全買い手に対して設定したかどうか',
  no,
  yes,
);
const orderTo = orEmpty(
  text(
    'Destination member code: the order destination to which it is limited; "" for all',
    '発注先会員コード：設定の対象となる発注先。""はすべて',
  ),
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
  ja: '適用される締め時間：買い手と売り手の間の発注に適用する締め時間',
  fields: {
    general_flg: general,
    oct_set_buyer_or_seller: coded(
      'Set by: buyer or seller; a setting of the buyer has priority over one of the seller',
      '設定者区分：買い手自身の設定が売り手の設定に優先する',
      closingSetByValues,
    ),
    member_code_order_to: orderTo,
    set_name: orEmpty(text('Setting name: "" if it has none', '設定名：ない場合は""')),
    target: coded(
      'Days affected: days that the setting is for',
      '対象曜日区分：設定の対象となる曜日',
      closingTargetValues,
    ),
    closing_time: orEmpty(
      minuteOfDay(
        'Closing time: from then on an order counts for the next day; "" if the day never closes',
        '締め時間：この時刻以降の発注は翌日扱い。終日締めない場合は""',
      ),
    ),
    delivery_period: dayCount(
      'Delivery period: least number of counted days from order to delivery',
      '納品期間：発注から納品までに必要な加算日数',
    ),
    change_app_date: orEmpty(
      day(
        'Valid from: first day of this version of the setting; "" always',
        '変更適用日：このバージョンの設定を適用する最初の日。""は常に適用',
      ),
    ),
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
  ja: '有効な取引不可日：買い手と売り手の間で納品しない日の、有効なルール',
  fields: {
    general_flg: general,
    member_code_order_to: orderTo,
    rule: orEmpty(
      coded('Rule kind: "" for a rule of national holidays alone', 'ルール区分：祝日のみのルールでは""', ruleValues),
    ),
    week_flg: orEmpty(
      shaped(
        'Weekdays: days without delivery, for a weekly rule; otherwise ""',
        '曜日フラグ：毎週のルールで納品しない曜日。それ以外は""',
        {
          format: 'seven characters 0 or 1, Sunday first',
          pattern: '[01]{7}',
        },
      ),
    ),
    first_date: orEmpty(
      shaped(
        'First date: "" for a weekly rule; without a year the rule comes back every year',
        '開始日：毎週のルールでは""。年がない場合は毎年繰り返す',
        {
          format: 'yyyy-MM-dd or MM-dd',
          pattern: '(?:[0-9]{4}-)?[0-9]{2}-[0-9]{2}',
        },
      ),
    ),
    last_date: orEmpty(
      shaped('Last date: included, in the form of the first date', '終了日：この日を含む。形式は開始日と同じ', {
        format: 'yyyy-MM-dd or MM-dd',
        pattern: '(?:[0-9]{4}-)?[0-9]{2}-[0-9]{2}',
      }),
    ),
    holiday_flg: flagged(
      'National holidays: whether they are without delivery too',
      '祝日フラグ：祝日も納品しないかどうか',
      no,
      yes,
    ),
    warning_type: coded(
      'Rule effect: what the rule does to a delivery on such a day',
      '警告区分：該当日の納品に対する扱い',
      warningValues,
    ),
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
  meaning: 'The rules of one day, from the settings that are not limited to an order destination',
  ja: '日ごとの取引条件：発注先を限定しない設定による1日分の条件',
  fields: {
    day: day('Day', '日付'),
    not_counted_flg: flagged(
      'Not counted: whether lead times do not count the day',
      '非計上フラグ：リードタイムに加算しない日かどうか',
      no,
      yes,
    ),
    reception_flg: flagged(
      'Reception: whether the seller receives orders on the day',
      '受付フラグ：売り手が受注する日かどうか',
      no,
      yes,
    ),
    closing_time: orEmpty(
      minuteOfDay(
        'Closing time: from then on an order counts for the next day; "" if the day never closes',
        '締め時間：この時刻以降の発注は翌日扱い。終日締めない場合は""',
      ),
    ),
    delivery_period: orEmpty(
      dayCount(
        'Delivery period: of an order of this day, in counted days; "" if no setting says it',
        '納品期間：この日の発注に必要な加算日数。設定がない場合は""',
      ),
    ),
    refused_by: orEmpty(
      coded(
        'Refused by: the kind of rule that allows no delivery; "" if delivery is possible',
        '納品不可の理由：納品しない日とするルールの区分。納品できる日は""',
        [...ruleValues, national],
      ),
    ),
    warned_by: orEmpty(
      coded(
        'Warned by: the kind of rule that warns of a delivery; "" if none does',
        '警告の理由：納品に対して警告するルールの区分。警告がない日は""',
        [...ruleValues, national],
      ),
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
  ja: '取引条件：買い手と売り手の間の設定と、今後の各日の条件',
  fields: {
    member_code_buyer: text('Buyer member code', '買い手会員コード'),
    member_code_seller: text('Seller member code', '売り手会員コード'),
    order_block_flg: flagged(
      'Blocked: whether ordering is stopped for every destination',
      '発注停止フラグ：すべての発注先への発注が停止されているかどうか',
      ['not stopped', '停止していない'],
      ['stopped', '停止中'],
    ),
    closing_list: records(
      'Closing times: that apply to orders',
      '締め時間リスト：発注に適用する締め時間',
      closingTermMeaning,
    ),
    nottrade_list: records(
      'Days without delivery: rules in force',
      '取引不可日リスト：有効なルール',
      nonTradingTermMeaning,
    ),
    day_list: records('Days: from today on, six weeks', '日付リスト：本日から6週間', tradingDayMeaning),
  },
  example: { member_code_buyer: '10010001', member_code_seller: '50000040', order_block_flg: '0' },
});

export const partnerTermsAnswerMeaning = meaningOf(partnerTermsAnswer, {
  origin: 'answer',
  meaning: 'The settings between the caller and one partner',
  ja: '取引条件照会の応答：呼び出し元と取引先1件の間の設定',
  fields: { ...answerEnvelope.fields, terms: record('Terms', '取引条件', partnerTermsMeaning) },
  example: answerEnvelope.example,
});

export const shownProductMeaning = meaningOf(shownProduct, {
  origin: 'stored',
  meaning: "One product that the caller's member buys from one partner, in its present state in the master",
  ja: '商品：自社が取引先から購入する1商品の、発注マスタの現在の内容',
  fields: { ...masterBody.fields },
  example: { ...masterBody.example },
});

export const productAnswerMeaning = meaningOf(productAnswer, {
  origin: 'answer',
  meaning: 'One product',
  ja: '商品照会の応答：商品1件',
  fields: { ...answerEnvelope.fields, product: record('Product', '商品', shownProductMeaning) },
  example: answerEnvelope.example,
});
