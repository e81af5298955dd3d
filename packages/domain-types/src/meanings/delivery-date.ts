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
import { day, dayTime, orEmpty, records, text } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

const catalogId = text('Order-master line of the product, catalog_id of a master record', 'マイカタログID');

export const deliveryDateQuestionMeaning = meaningOf(deliveryDateQuestion, {
  origin: 'request',
  meaning: 'One product, with a question for its earliest delivery date',
  ja: '最短納品日照会明細',
  fields: {
    catalog_id: catalogId,
    hope_delivery_date: day(
      'Day on which the buyer would like delivery; the answer says whether it is possible',
      '納品希望日',
    ),
  },
  example: { catalog_id: '1080', hope_delivery_date: '2026-11-25' },
});

export const deliveryDateRequestMeaning = meaningOf(deliveryDateRequest, {
  origin: 'request',
  meaning: 'Asks for the earliest day on which each product can be delivered',
  ja: '最短納品日照会リクエスト',
  fields: {
    ...responseType.fields,
    member_code_self: text('Member code of the calling side, buyer or seller', '自社会員コード'),
    member_code_partner: text('Member code of the other side of the trade', '取引先会員コード'),
    send_date: dayTime('Time at which the order would be sent, in Japan; now, if left out', '発注送信日時'),
    details_list: records('The requested products', '明細リスト', deliveryDateQuestionMeaning, {
      minElements: 1,
      maxElements: ownLimits.deliveryDateElements,
    }),
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
  ja: '明細エラー情報',
  fields: {
    errorItem: { ...errorEntryMeaning.fields.error_item, meaning: 'Field of the product that the reason concerns' },
    errorCode: {
      ...errorEntryMeaning.fields.error_code,
      meaning: 'Error code: E000012, E000014, E000016 or E000017',
    },
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
  ja: '最短納品日照会結果',
  fields: {
    catalog_id: { ...catalogId, meaning: 'Order-master line of the product, as it was sent' },
    shortest_delivery_date: orEmpty(
      day(
        'Earliest day on which the product can be delivered; "" if it cannot be ordered or no day is found',
        '最短納品日',
      ),
    ),
    detail_error_list: records(
      'Why there is no date, or the wished one is not possible',
      '明細エラーリスト',
      deliveryDateErrorMeaning,
    ),
  },
  example: { catalog_id: '1080', shortest_delivery_date: '2026-11-24', detail_error_list: [] },
});

export const deliveryDateAnswerMeaning = meaningOf(deliveryDateAnswer, {
  origin: 'answer',
  meaning: 'The earliest delivery of each product, in the order of the request',
  ja: '最短納品日照会レスポンス',
  fields: {
    ...answerEnvelope.fields,
    details_list: records('One element for each product asked for', '明細リスト', deliveryDateMeaning),
  },
  example: answerEnvelope.example,
});

export const notCountedDaysMeaning = meaningOf(notCountedDays, {
  origin: 'answer',
  meaning: 'Consecutive days that a lead time skips',
  ja: '非加算日',
  fields: {
    first_date: day('First of the days', '開始日'),
    last_date: day('Last of the days, included', '終了日'),
  },
  example: { first_date: '2026-11-21', last_date: '2026-11-23' },
});

export const deliveryStepMeaning = meaningOf(deliveryStep, {
  origin: 'answer',
  meaning: 'One rule that was applied in the search for a delivery date, and its result',
  ja: '算出ステップ',
  fields: {
    rule: text('Stable name of the rule', 'ルール名'),
    from_date: orEmpty(day('Day before the rule; "" if the rule moved nothing', '適用前日付')),
    to_date: orEmpty(day('Day after the rule; "" if the rule concerns no day', '適用後日付')),
    not_counted_list: records(
      'With lead-time: the days from from_date to to_date that do not count, in their order; otherwise empty',
      '非加算日リスト',
      notCountedDaysMeaning,
    ),
    text_ja: text('Result of the rule, in Japanese', '説明（日本語）'),
    text_en: text('Result of the rule, in English', '説明（英語）'),
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
  ja: '最短納品日照会結果（説明付き）',
  fields: {
    ...deliveryDateMeaning.fields,
    step_list: records('Every applied rule, in order', '算出ステップリスト', deliveryStepMeaning),
  },
  example: deliveryDateMeaning.example,
});

export const deliveryExplanationAnswerMeaning = meaningOf(deliveryExplanationAnswer, {
  origin: 'answer',
  meaning: 'The earliest delivery of each product, and how it came about',
  ja: '最短納品日説明レスポンス',
  fields: {
    ...answerEnvelope.fields,
    details_list: records('One element for each product asked for', '明細リスト', deliveryExplanationMeaning),
  },
  example: answerEnvelope.example,
});
