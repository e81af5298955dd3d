import { fcPrice, fcPriceAnswer, fcPriceError, fcPriceQuestion, fcPriceRequest } from '../fc-price.js';
import { ownLimits } from '../limits.js';
import { responseType } from './batch-control.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import { amount, day, records, text, wholeNumber } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

const asSent = {
  member_code_store: text('Store member code: as it was sent', '加盟店会員コード', {
    maxLength: ownLimits.textLength,
  }),
  catalog_id: text('Order-master ID: as it was sent', 'マイカタログID'),
  order_send_date: day('Order sent on: as it was sent', '発注送信日'),
  delivery_date: day('Delivery day: as it was sent', '納品日'),
};

export const fcPriceQuestionMeaning = meaningOf(fcPriceQuestion, {
  origin: 'request',
  meaning: 'One product, with a question for its price for a store',
  ja: 'FC価格照会明細',
  fields: {
    member_code_store: { ...asSent.member_code_store, meaning: 'Store member code: the store that buys' },
    catalog_id: { ...asSent.catalog_id, meaning: 'Order-master ID: catalog_id of a master record' },
    price: amount('Price: in yen, from which the rule of the FC owner starts', '単価'),
    order_send_date: { ...asSent.order_send_date, meaning: 'Order sent on: the day on which the order would be sent' },
    delivery_date: { ...asSent.delivery_date, meaning: 'Delivery day' },
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
  ja: 'FC価格照会リクエスト',
  fields: {
    ...responseType.fields,
    item: records('Products: asked for in this call', '照会対象リスト', fcPriceQuestionMeaning, {
      minElements: 1,
      maxElements: ownLimits.fcPriceElements,
    }),
  },
  example: responseType.example,
  shown: ['item'],
});

export const fcPriceErrorMeaning = meaningOf(fcPriceError, {
  origin: 'answer',
  meaning: 'One reason why a product has no price',
  ja: '明細エラー情報',
  fields: {
    error_code: { ...errorEntryMeaning.fields.error_code, meaning: 'Error code: E000008 or E000012' },
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
  ja: 'FC価格照会結果',
  fields: {
    ...asSent,
    Price: wholeNumber('Price: the sent price in yen, rounded down; the contract spells the name so', '単価'),
    fc_price: wholeNumber(
      'FC price: the store pays it, in yen; 0 where detail_err_list says why there is none',
      'FC価格',
    ),
    detail_err_list: records('Reasons: why there is no price', '明細エラーリスト', fcPriceErrorMeaning),
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
  ja: 'FC価格照会レスポンス',
  fields: {
    ...answerEnvelope.fields,
    item: records('Prices: one element for each product asked for', '照会結果リスト', fcPriceMeaning),
  },
  example: answerEnvelope.example,
});
