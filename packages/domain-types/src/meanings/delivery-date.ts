import {
  deliveryDate,
  deliveryDateAnswer,
  deliveryDateError,
  deliveryDateQuestion,
  deliveryDateRequest,
  deliveryExplanation,
  deliveryExplanationAnswer,
  deliveryStep,
  notCountedDays,
} from '../delivery-date.js';
import { ownLimits } from '../limits.js';
import { responseType } from './batch-control.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { day, dayTime, orEmpty, records, reworded, text } from './own-forms.js';

const catalogId = text('Order-master ID: catalog_id of a master record', 'マイカタログID：マスタレコードのcatalog_id');

export const deliveryDateQuestionMeaning = meaningOf(deliveryDateQuestion, {
  origin: 'request',
  meaning: 'One product whose earliest delivery date is asked for',
  ja: '最短納品日照会明細：最短納品日を照会する商品1件',
  fields: {
    catalog_id: catalogId,
    hope_delivery_date: day(
      'Wished delivery: the day on which the buyer would like delivery; is it possible?',
      '納品希望日：買い手が納品を希望する日。可能かどうかを照会する',
    ),
  },
  example: { catalog_id: '1080', hope_delivery_date: '2026-11-25' },
});

export const deliveryDateRequestMeaning = meaningOf(deliveryDateRequest, {
  origin: 'request',
  meaning: 'Asks for the earliest day on which each product can be delivered',
  ja: '最短納品日照会リクエスト：商品ごとの最短納品日を照会する',
  fields: {
    ...responseType.fields,
    member_code_self: text(
      'Own member code: of the asking side, buyer or seller',
      '自社会員コード：照会する側（買い手または売り手）',
    ),
    member_code_partner: text('Partner member code: the other side of the trade', '取引先会員コード：取引の相手方'),
    send_date: dayTime(
      'Order sent at: when the order would be sent, in Japan time; now, if left out',
      '発注送信日時：発注を送信する日時（日本時間）。省略時は現在',
    ),
    details_list: records(
      'Products: asked for in this call',
      '明細リスト：この呼び出しで照会する商品',
      deliveryDateQuestionMeaning,
      {
        minElements: 1,
        maxElements: ownLimits.deliveryDateElements,
      },
    ),
  },
  example: {
    ...responseType.example,
    member_code_self: '10010001',
    member_code_partner: '50000040',
    send_date: '2026-11-20 10:00:00',
  },
  shown: ['member_code_self', 'member_code_partner', 'send_date', 'details_list'],
});

export const deliveryDateErrorMeaning = meaningOf(deliveryDateError, {
  origin: 'answer',
  meaning:
    'One reason why a product has no date, or cannot have the wished one; the contract writes these names in camelCase',
  ja: '明細エラー情報：日付がない理由、または希望日に納品できない理由1件。項目名は仕様の表記（キャメルケース）どおり',
  fields: {
    errorItem: reworded(
      errorEntryMeaning.fields.error_item,
      'Error field: the field of the product that the reason is about',
      'エラー項目：理由が示す商品の項目',
    ),
    errorCode: reworded(
      errorEntryMeaning.fields.error_code,
      'Error code: E000012, E000014, E000016 or E000017',
      'エラーコード：E000012、E000014、E000016、E000017のいずれか',
    ),
    errorDetail: errorEntryMeaning.fields.error_detail,
  },
  example: {
    errorItem: 'hope_delivery_date',
    errorCode: 'E000017',
    errorDetail: 'The wished delivery date is not possible: choose the shortest date or a later trading day.',
  },
});

export const deliveryDateMeaning = meaningOf(deliveryDate, {
  origin: 'answer',
  meaning: 'The earliest delivery of one product',
  ja: '最短納品日照会結果：商品1件の最短納品日',
  fields: {
    catalog_id: reworded(catalogId, 'Order-master ID: as it was sent', 'マイカタログID：送信された値'),
    shortest_delivery_date: orEmpty(
      day(
        'Earliest delivery: the first day on which the product can be delivered; "" if it cannot be ordered or no day is found',
        '最短納品日：納品できる最初の日。発注できない場合、または該当日がない場合は""',
      ),
    ),
    detail_error_list: records(
      'Reasons: why there is no date, or why the wished date is not possible',
      '明細エラーリスト：日付がない理由、または希望日に納品できない理由',
      deliveryDateErrorMeaning,
    ),
  },
  example: { catalog_id: '1080', shortest_delivery_date: '2026-11-24', detail_error_list: [] },
});

export const deliveryDateAnswerMeaning = meaningOf(deliveryDateAnswer, {
  origin: 'answer',
  meaning: 'The earliest delivery of each product, in the order of the request',
  ja: '最短納品日照会レスポンス：商品ごとの最短納品日（リクエスト順）',
  fields: {
    ...answerEnvelope.fields,
    details_list: records(
      'Products: one element for each product asked for',
      '明細リスト：照会した商品ごとに1要素',
      deliveryDateMeaning,
    ),
  },
  example: answerEnvelope.example,
});

export const notCountedDaysMeaning = meaningOf(notCountedDays, {
  origin: 'answer',
  meaning: 'Consecutive days that a lead time skips',
  ja: '非加算日：リードタイムに加算しない連続した日',
  fields: {
    first_date: day('First day', '開始日'),
    last_date: day('Last day: included', '終了日：この日を含む'),
  },
  example: { first_date: '2026-11-21', last_date: '2026-11-23' },
});

export const deliveryStepMeaning = meaningOf(deliveryStep, {
  origin: 'answer',
  meaning: 'One rule that was applied in the search for a delivery date, and its result',
  ja: '算出ステップ：納品日の算出で適用したルールとその結果',
  fields: {
    rule: text('Rule name: it never changes', 'ルール名：変わることのない名前'),
    from_date: orEmpty(
      day(
        'Former day: the result before this rule was applied; "" if the rule did not change it',
        '適用前日付：ルール適用前の日。日付が動かなかった場合は""',
      ),
    ),
    to_date: orEmpty(
      day(
        'New day: the result after this rule was applied; "" if the rule concerns no day',
        '適用後日付：ルール適用後の日。日付に関係しない場合は""',
      ),
    ),
    not_counted_list: records(
      'Days not counted: for the rule lead-time, the days from from_date to to_date that do not count, in their order; otherwise empty',
      '非加算日リスト：lead-timeの場合、from_dateからto_dateまでの加算しない日（日付順）。それ以外は空',
      notCountedDaysMeaning,
    ),
    text_ja: text('Japanese text: what the rule found', '説明（日本語）：ルールの判定内容'),
    text_en: text('English text: what the rule found', '説明（英語）：ルールの判定内容'),
  },
  example: {
    rule: 'lead-time',
    from_date: '2026-11-20',
    to_date: '2026-11-24',
    text_ja: 'リードタイム1日のため、2026-11-24(火)になります。',
    text_en: 'A lead time of 1 day leads to 2026-11-24 (Tue).',
  },
});

export const deliveryExplanationMeaning = meaningOf(deliveryExplanation, {
  origin: 'answer',
  meaning: 'The earliest delivery of one product, and how it came about',
  ja: '最短納品日照会結果（説明付き）：商品1件の最短納品日と算出の経緯',
  fields: {
    ...deliveryDateMeaning.fields,
    step_list: records(
      'Steps: every rule that was checked, in the order of the checks',
      '算出ステップリスト：判定したすべてのルール（判定順）',
      deliveryStepMeaning,
    ),
  },
  example: deliveryDateMeaning.example,
});

export const deliveryExplanationAnswerMeaning = meaningOf(deliveryExplanationAnswer, {
  origin: 'answer',
  meaning: 'The earliest delivery of each product, and how it came about',
  ja: '最短納品日説明レスポンス：商品ごとの最短納品日と算出の経緯',
  fields: {
    ...answerEnvelope.fields,
    details_list: records(
      'Products: one element for each product asked for',
      '明細リスト：照会した商品ごとに1要素',
      deliveryExplanationMeaning,
    ),
  },
  example: answerEnvelope.example,
});
