import {
  businessHoliday,
  businessHolidayGetAnswer,
  businessHolidayRecord,
  businessHolidayRequest,
  nonTradingDay,
  nonTradingDayGetAnswer,
  nonTradingDayRecord,
  nonTradingDayRequest,
  nonTradingDaySeller,
  orderBlock,
  orderBlockGetAnswer,
  orderBlockRecord,
  orderBlockRequest,
  orderBlockSeller,
  orderClosing,
  orderClosingGetAnswer,
  orderClosingRecord,
  orderClosingRequest,
  orderClosingSeller,
} from '../setting-records.js';
import { responseType } from './batch-control.js';
import { closingSetByValues, closingTargetValues, prohibitValues, warningValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { meaningOf, omit } from './meaning-of.js';
import {
  always,
  asLoaded,
  coded,
  codes,
  day,
  dayCount,
  dayOfMonth,
  dayTime,
  flagged,
  minuteOfDay,
  month,
  records,
  shaped,
  text,
  year,
} from './own-forms.js';

const updateDate = dayTime('Changed at', '更新日時');
const orderTo = text(
  'Destination member code: the order destination to which the setting is limited; "" for all',
  '発注先会員コード：設定の対象となる発注先。""はすべて',
);
const setId = text('Setting ID: the group of settings that this one belongs to', '設定ID：設定が属するグループ');

export const nonTradingDayMeaning = meaningOf(nonTradingDay, {
  origin: 'stored',
  meaning: 'A rule about days without delivery between buyer and seller',
  ja: '取引不可日設定：買い手と売り手の間で納品しない日のルール',
  fields: {
    member_code_order_to: orderTo,
    establish_flg: flagged(
      'In force: whether the rule is in force',
      '設定フラグ：ルールが有効かどうか',
      ['not in force', '無効'],
      ['in force', '有効'],
    ),
    week_flg: shaped('Weekdays: days without delivery, for a weekly rule', '曜日フラグ：毎週のルールで納品しない曜日', {
      format: 'seven characters 0 or 1, Sunday first',
      pattern: '[01]{7}',
    }),
    prohibit_month: month('Month: of the day, for a yearly rule', '取引不可月：毎年のルールで対象日の月'),
    prohibit_day: dayOfMonth('Day: of the month, for a yearly rule', '取引不可日：毎年のルールで対象日の日'),
    prohibit_date_from_y: year(
      'First year: year in which the range begins; without a year the range comes back every year',
      '取引不可期間開始年：期間の開始年。指定しない場合は毎年繰り返す',
    ),
    prohibit_date_from_m: month('First month: month in which the range begins', '取引不可期間開始月：期間の開始月'),
    prohibit_date_from_d: dayOfMonth(
      'First day: day of the month on which the range begins',
      '取引不可期間開始日：期間の開始日',
    ),
    prohibit_date_to_y: year('Last year: year in which the range ends', '取引不可期間終了年：期間の終了年'),
    prohibit_date_to_m: month('Last month: month in which the range ends', '取引不可期間終了月：期間の終了月'),
    prohibit_date_to_d: dayOfMonth(
      'Last day: day of the month on which the range ends',
      '取引不可期間終了日：期間の終了日',
    ),
    prohibit_flg: coded('Rule kind', '取引不可区分', prohibitValues),
    delivery_period: asLoaded(
      dayCount('Delivery period: in days; it has no effect', '納品期間：日数。動作には影響しない'),
    ),
    warning_type: coded(
      'Rule effect: what the rule does to a delivery on such a day',
      '警告区分：該当日の納品に対する扱い',
      warningValues,
    ),
    holiday_flg: flagged(
      'National holidays: whether they are without delivery too',
      '祝日フラグ：祝日も納品しないかどうか',
      ['no', '対象外'],
      ['yes', '対象'],
    ),
    prohibit_date_from_ymd: day(
      'First date: first day of the range; if "", prohibit_date_from_y, _m and _d are used',
      '取引不可期間開始年月日：期間の開始日。""の場合はprohibit_date_from_y、_m、_dを使用する',
    ),
    prohibit_date_to_ymd: day(
      'Last date: last day of the range, included; if "", prohibit_date_to_y, _m and _d are used',
      '取引不可期間終了年月日：期間の終了日（この日を含む）。""の場合はprohibit_date_to_y、_m、_dを使用する',
    ),
    update_date: updateDate,
  },
  example: {
    member_code_order_to: '50000041',
    establish_flg: '1',
    week_flg: '1000001',
    prohibit_month: '1',
    prohibit_day: '1',
    prohibit_date_from_y: '2026',
    prohibit_date_from_m: '12',
    prohibit_date_from_d: '16',
    prohibit_date_to_y: '2026',
    prohibit_date_to_m: '12',
    prohibit_date_to_d: '18',
    prohibit_flg: '2',
    delivery_period: '0',
    warning_type: '0',
    holiday_flg: '0',
    prohibit_date_from_ymd: '2026-12-16',
    prohibit_date_to_ymd: '2026-12-18',
    update_date: '2026-08-03 12:28:10',
  },
});

export const orderClosingMeaning = meaningOf(orderClosing, {
  origin: 'stored',
  meaning: 'The time of day after which an order counts for the next day of order acceptance',
  ja: '締め時間設定：この時刻以降の発注を翌受注日扱いとする締め時間',
  fields: {
    oct_set_buyer_or_seller: coded(
      'Set by: buyer or seller; a setting of the buyer has priority over one of the seller',
      '設定者区分：買い手自身の設定が売り手の設定に優先する',
      closingSetByValues,
    ),
    member_code_order_to: orderTo,
    set_id: setId,
    set_no: text('Setting number: in its group', '設定番号：グループ内の番号'),
    set_name: text('Setting name', '設定名'),
    app_ord_flg: flagged(
      'Orders affected: whether the setting applies to orders',
      '発注適用フラグ：発注に適用する設定かどうか',
      ['no', '適用しない'],
      ['yes', '適用する'],
    ),
    target: coded(
      'Days affected: days that the setting is for',
      '対象曜日区分：設定の対象となる曜日',
      closingTargetValues,
    ),
    closing_time: minuteOfDay(
      'Closing time: from then on an order counts for the next day, in Japan time',
      '締め時間：この時刻以降の発注は翌日扱い（日本時間）',
    ),
    delivery_period: dayCount(
      'Delivery period: least number of counted days from order to delivery',
      '納品期間：発注から納品までに必要な加算日数',
    ),
    change_app_date: day(
      'Valid from: first day of this version of the setting; "" always',
      '変更適用日：このバージョンの設定を適用する最初の日。""は常に適用',
    ),
    update_date: updateDate,
  },
  example: {
    oct_set_buyer_or_seller: '1',
    member_code_order_to: '50000041',
    set_id: '2',
    set_no: '1',
    set_name: '個別締め',
    app_ord_flg: '1',
    target: '0',
    closing_time: '16:30',
    delivery_period: '2',
    change_app_date: '2024-06-22',
    update_date: '2026-09-07 15:36:13',
  },
});

export const businessHolidayMeaning = meaningOf(businessHoliday, {
  origin: 'stored',
  meaning: 'A day on which the seller does not process orders; it does not count as lead time',
  ja: 'リードタイム非計上日（休業日）：売り手が受注処理を行わない日。リードタイムに加算しない',
  fields: {
    set_id: setId,
    holiday: day('Business holiday', '休業日'),
    update_date: updateDate,
  },
  example: { set_id: '1', holiday: '2026-05-24', update_date: '2026-06-15 09:00:00' },
});

export const orderBlockMeaning = meaningOf(orderBlock, {
  origin: 'stored',
  meaning: 'Whether ordering between buyer and seller is stopped',
  ja: '発注停止設定：買い手と売り手の間の発注を停止しているかどうか',
  fields: {
    member_code_order_to: orderTo,
    order_block_flg: flagged(
      'Orders stopped: whether ordering is stopped',
      '発注停止フラグ：発注が停止されているかどうか',
      ['open', '発注可'],
      ['stopped', '発注停止'],
    ),
    update_date: updateDate,
  },
  example: { member_code_order_to: '50000051', order_block_flg: '1', update_date: '2026-02-01 15:11:09' },
});

const seller = {
  fields: { member_code_seller: always(text('Seller member code', '売り手会員コード')) },
  example: { member_code_seller: '50000040' },
};
const buyer = {
  fields: {
    member_code_buyer: text(
      'Buyer member code: "" where the seller has set it for all its buyers',
      '買い手会員コード：売り手が全買い手に対して設定した場合は""',
    ),
  },
  example: { member_code_buyer: '10010002' },
};

export const nonTradingDaySellerMeaning = meaningOf(nonTradingDaySeller, {
  origin: 'stored',
  meaning: 'A seller with its non-trading days towards one buyer',
  ja: '売り手別取引不可日：買い手1件に対する売り手の取引不可日',
  fields: { ...seller.fields, nottrade: records('Non-trading days', '取引不可日リスト', nonTradingDayMeaning) },
  example: seller.example,
});

export const orderClosingSellerMeaning = meaningOf(orderClosingSeller, {
  origin: 'stored',
  meaning: 'A seller with its order closing times towards one buyer',
  ja: '売り手別締め時間：買い手1件に対する売り手の発注締め時間',
  fields: { ...seller.fields, orderclosing: records('Closing times', '締め時間リスト', orderClosingMeaning) },
  example: seller.example,
});

export const orderBlockSellerMeaning = meaningOf(orderBlockSeller, {
  origin: 'stored',
  meaning: 'A seller with its order blocks towards one buyer',
  ja: '売り手別発注停止：買い手1件に対する売り手の発注停止',
  fields: { ...seller.fields, orderblock: records('Order blocks', '発注停止リスト', orderBlockMeaning) },
  example: seller.example,
});

export const nonTradingDayRecordMeaning = meaningOf(nonTradingDayRecord, {
  origin: 'stored',
  meaning: 'One record of the download: a buyer with its sellers and their non-trading days',
  ja: '買い手別取引不可日：買い手ごとの売り手と取引不可日',
  fields: { ...buyer.fields, seller_list: records('Sellers', '売り手リスト', nonTradingDaySellerMeaning) },
  example: buyer.example,
});

export const orderClosingRecordMeaning = meaningOf(orderClosingRecord, {
  origin: 'stored',
  meaning: 'One record of the download: a buyer with its sellers and their order closing times',
  ja: '買い手別締め時間：買い手ごとの売り手と発注締め時間',
  fields: { ...buyer.fields, seller_list: records('Sellers', '売り手リスト', orderClosingSellerMeaning) },
  example: buyer.example,
});

export const businessHolidayRecordMeaning = meaningOf(businessHolidayRecord, {
  origin: 'stored',
  meaning: 'One record of the download: a seller with the days that do not count as lead time',
  ja: '売り手別休業日：売り手ごとのリードタイム非加算日',
  fields: {
    ...seller.fields,
    businessholiday: records('Business holidays', '休業日リスト', businessHolidayMeaning),
  },
  example: seller.example,
});

export const orderBlockRecordMeaning = meaningOf(orderBlockRecord, {
  origin: 'stored',
  meaning: 'One record of the download: a buyer with its sellers and their order blocks',
  ja: '買い手別発注停止：買い手ごとの売り手と発注停止',
  fields: { ...buyer.fields, seller_list: records('Sellers', '売り手リスト', orderBlockSellerMeaning) },
  example: buyer.example,
});

const pairRequest = {
  origin: 'request',
  fields: {
    ...responseType.fields,
    member_code_buyer: codes(
      "Buyer member codes: if left out, all buyers, and the sellers' general settings",
      '買い手会員コード：省略時は全買い手。売り手の共通設定を含む',
    ),
    member_code_seller: codes('Seller member codes', '売り手会員コード', { minElements: 1 }),
    update_date: day(
      'Changed since: only settings that were changed on this day or later',
      '更新日：この日以降に変更された設定のみ',
    ),
  },
  example: {
    ...responseType.example,
    member_code_buyer: ['10010002'],
    member_code_seller: ['50000040'],
    update_date: '2026-01-01',
  },
  shown: ['member_code_seller'],
} as const;

export const nonTradingDayRequestMeaning = meaningOf(nonTradingDayRequest, {
  ...pairRequest,
  meaning: 'Asks for non-trading days',
  ja: '取引不可日ダウンロードリクエスト',
});

export const orderClosingRequestMeaning = meaningOf(orderClosingRequest, {
  ...pairRequest,
  meaning: 'Asks for order closing times',
  ja: '締め時間ダウンロードリクエスト',
});

export const orderBlockRequestMeaning = meaningOf(orderBlockRequest, {
  ...pairRequest,
  meaning: 'Asks for order blocks',
  ja: '発注停止ダウンロードリクエスト',
});

export const businessHolidayRequestMeaning = meaningOf(businessHolidayRequest, {
  ...pairRequest,
  meaning: 'Asks for the days that do not count as lead time',
  ja: '休業日ダウンロードリクエスト',
  fields: omit(pairRequest.fields, 'member_code_buyer'),
  example: omit(pairRequest.example, 'member_code_buyer'),
});

const answer = { origin: 'answer', example: answerEnvelope.example } as const;
const resultList = 'Results: the records seq_from to seq_to; each is one seq and counts once in record_count';
const resultListJa = '結果リスト：seq_fromからseq_toまでのレコード。1レコードが1連番で、record_countでは1件と数える';

export const nonTradingDayGetAnswerMeaning = meaningOf(nonTradingDayGetAnswer, {
  ...answer,
  meaning: 'A range of non-trading days, by buyer',
  ja: '取引不可日取得レスポンス',
  fields: { ...answerEnvelope.fields, result_list: records(resultList, resultListJa, nonTradingDayRecordMeaning) },
});

export const orderClosingGetAnswerMeaning = meaningOf(orderClosingGetAnswer, {
  ...answer,
  meaning: 'A range of order closing times, by buyer',
  ja: '締め時間取得レスポンス',
  fields: { ...answerEnvelope.fields, result_list: records(resultList, resultListJa, orderClosingRecordMeaning) },
});

export const businessHolidayGetAnswerMeaning = meaningOf(businessHolidayGetAnswer, {
  ...answer,
  meaning: 'A range of days that do not count as lead time, by seller',
  ja: '休業日取得レスポンス',
  fields: { ...answerEnvelope.fields, result_list: records(resultList, resultListJa, businessHolidayRecordMeaning) },
});

export const orderBlockGetAnswerMeaning = meaningOf(orderBlockGetAnswer, {
  ...answer,
  meaning: 'A range of order blocks, by buyer',
  ja: '発注停止取得レスポンス',
  fields: { ...answerEnvelope.fields, result_list: records(resultList, resultListJa, orderBlockRecordMeaning) },
});
