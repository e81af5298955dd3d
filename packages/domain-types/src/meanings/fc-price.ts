import { fcPrice, fcPriceAnswer, fcPriceError, fcPriceQuestion, fcPriceRequest } from '../fc-price.js';
import { ownLimits } from '../limits.js';
import { responseType } from './batch-control.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { amount, day, records, reworded, text, wholeNumber } from './own-forms.js';

const asSent = {
  member_code_store: text('Store member code: as it was sent', '加盟店会員コード：送信された値', {
    maxLength: ownLimits.textLength,
  }),
  catalog_id: text('Order-master ID: as it was sent', 'マイカタログID：送信された値'),
  order_send_date: day('Order sent on: as it was sent', '発注送信日：送信された値'),
  delivery_date: day('Delivery day: as it was sent', '納品日：送信された値'),
};

export const fcPriceQuestionMeaning = meaningOf(fcPriceQuestion, {
  origin: 'request',
  meaning: 'One product whose price for a store is asked for',
  ja: 'FC価格照会明細：加盟店向けの価格を照会する商品1件',
  fields: {
    member_code_store: reworded(
      asSent.member_code_store,
      'Store member code: the store that buys',
      '加盟店会員コード：購入する加盟店',
    ),
    catalog_id: reworded(
      asSent.catalog_id,
      'Order-master ID: catalog_id of a master record',
      'マイカタログID：マスタレコードのcatalog_id',
    ),
    price: amount(
      'Price: the price in yen to which the rule of the FC owner is applied',
      '単価：FC本部のルールの計算元となる価格（円）',
    ),
    order_send_date: reworded(
      asSent.order_send_date,
      'Order sent on: the day on which the order would be sent',
      '発注送信日：発注を送信する日',
    ),
    delivery_date: reworded(asSent.delivery_date, 'Delivery day', '納品日'),
  },
  example: {
    member_code_store: '10015002',
    catalog_id: '1080',
    price: '1010',
    order_send_date: '2026-11-20',
    delivery_date: '2026-11-24',
  },
});

export const fcPriceRequestMeaning = meaningOf(fcPriceRequest, {
  origin: 'request',
  meaning: 'Asks for the price of each product for a franchise store',
  ja: 'FC価格照会リクエスト：加盟店向けの商品ごとの価格を照会する',
  fields: {
    ...responseType.fields,
    item: records(
      'Products: asked for in this call',
      '照会対象リスト：この呼び出しで照会する商品',
      fcPriceQuestionMeaning,
      {
        minElements: 1,
        maxElements: ownLimits.fcPriceElements,
      },
    ),
  },
  example: responseType.example,
  shown: ['item'],
});

export const fcPriceErrorMeaning = meaningOf(fcPriceError, {
  origin: 'answer',
  meaning: 'One reason why a product has no price',
  ja: '明細エラー情報：価格がない理由1件',
  fields: {
    error_code: reworded(
      errorEntryMeaning.fields.error_code,
      'Error code: E000008 or E000012',
      'エラーコード：E000008またはE000012',
    ),
    error_detail: errorEntryMeaning.fields.error_detail,
  },
  example: {
    error_code: 'E000012',
    error_detail: 'This product is unknown or cannot be ordered: check it in the order master.',
  },
});

export const fcPriceMeaning = meaningOf(fcPrice, {
  origin: 'answer',
  meaning: 'The price of one product for one store',
  ja: 'FC価格照会結果：加盟店1件に対する商品1件の価格',
  fields: {
    ...asSent,
    Price: wholeNumber(
      'Price: the sent price in yen, rounded down; the contract spells the name so',
      '単価：送信された価格（円、切り捨て）。項目名は仕様の表記どおり',
    ),
    fc_price: wholeNumber(
      'FC price: the price in yen that the store pays; 0 if there is none: detail_err_list says why',
      'FC価格：加盟店が支払う価格（円）。価格がない場合は0（理由はdetail_err_list）',
    ),
    detail_err_list: records('Reasons: why there is no price', '明細エラーリスト：価格がない理由', fcPriceErrorMeaning),
  },
  example: {
    member_code_store: '10015002',
    catalog_id: '1080',
    Price: 1010,
    order_send_date: '2026-11-20',
    delivery_date: '2026-11-24',
    fc_price: 1061,
    detail_err_list: [],
  },
});

export const fcPriceAnswerMeaning = meaningOf(fcPriceAnswer, {
  origin: 'answer',
  meaning: 'The price of each product, in the order of the request',
  ja: 'FC価格照会レスポンス：商品ごとの価格（リクエスト順）',
  fields: {
    ...answerEnvelope.fields,
    item: records(
      'Prices: one element for each product asked for',
      '照会結果リスト：照会した商品ごとに1要素',
      fcPriceMeaning,
    ),
  },
  example: answerEnvelope.example,
});
