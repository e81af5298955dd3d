import { amountPattern, quantityForm } from '../amount.js';
import { ownLimits } from '../limits.js';
import {
  generatedOrder,
  orderGenerateAnswer,
  orderGenerateRequest,
  uploadCheckAnswer,
  uploadGetAnswer,
  uploadLine,
  uploadOrder,
  uploadRequest,
  uploadRequestAnswer,
  uploadResult,
} from '../order-upload.js';
import { batchChecked, batchRequested, responseType } from './batch-control.js';
import { sendFlgValues, uploadOutcomeValues } from './coded-values.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import { coded, codes, day, digits, flagged, orEmpty, records, shaped, text } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

const comment = { maxLength: ownLimits.uploadTextLength };
const uploadNo = text(
  "Upload number: the caller's own number of the order, which makes repeats harmless",
  'アップロード番号',
  {
    maxLength: ownLimits.uploadNoLength,
  },
);
const tradeId = text('Slip ID', '取引ID');
const quantity = { format: quantityForm, pattern: amountPattern };
const version = digits('Version: grows with every change of the slip', 'バージョン', {
  maxLength: ownLimits.versionDigits,
});

export const uploadLineMeaning = meaningOf(uploadLine, {
  origin: 'request',
  meaning: 'One line of an order; catalog_id or private_item_code names its product',
  ja: '発注明細',
  fields: {
    line_no: text("Line number: the caller's own; refusals name lines by their places", '明細番号'),
    catalog_id: text('Order-master ID: the order-master line of the product', 'マイカタログID'),
    private_item_code: text("Own product code: the member's", '自社管理商品コード'),
    prod_lot_qty: shaped('Quantity: counted in the order unit', '数量', quantity),
    prod_remarks: text('Remark: on the line', '備考', comment),
  },
  example: {
    line_no: '1',
    catalog_id: '1080',
    private_item_code: '60101000000',
    prod_lot_qty: '10',
    prod_remarks: '冷蔵便でお願いします',
  },
  shown: ['line_no', 'catalog_id', 'prod_lot_qty'],
});

export const uploadOrderMeaning = meaningOf(uploadOrder, {
  origin: 'request',
  meaning: 'One order, which is accepted as a whole or not at all',
  ja: '発注データ',
  fields: {
    upload_no: uploadNo,
    member_code_self: text('Own member code: the buyer', '自社会員コード'),
    member_code_partner: text('Partner member code: the seller', '取引先会員コード'),
    delivery_place_code: text('Delivery place code: the place where the goods are to be delivered', '納品場所コード'),
    hope_delivery_date: day('Wished delivery: the day on which the buyer would like delivery', '納品希望日'),
    order_trade_comment: text('Order comment: of the buyer', '発注コメント', comment),
    send_flg: coded('Send now: whether the order goes to the seller at once', '送信フラグ', sendFlgValues),
    detail_list: records('Order lines', '明細リスト', uploadLineMeaning, {
      minElements: 1,
      maxElements: ownLimits.uploadLinesPerOrder,
    }),
  },
  example: {
    upload_no: 'PO-20261120-0001',
    member_code_self: '10010001',
    member_code_partner: '50000040',
    delivery_place_code: '01',
    hope_delivery_date: '2026-11-25',
    order_trade_comment: '早めの配送をお願いします',
    send_flg: '1',
  },
});

export const uploadRequestMeaning = meaningOf(uploadRequest, {
  origin: 'request',
  meaning: 'Hands in orders',
  ja: '発注データアップロードリクエスト',
  fields: {
    ...responseType.fields,
    check_only: flagged(
      'Check only: whether the orders are only judged; left out, they are taken',
      'チェックのみフラグ',
      ['judge and accept the orders', '登録する'],
      ['judge the orders, accept none', 'チェックのみ'],
    ),
    order_list: records('Orders', '発注リスト', uploadOrderMeaning, {
      minElements: 1,
      maxElements: ownLimits.uploadOrders,
    }),
  },
  example: { ...responseType.example, check_only: '1' },
  shown: ['check_only', 'order_list'],
});

const errorCount = digits('Refused orders: number of orders that were refused', 'エラー件数');

export const uploadRequestAnswerMeaning = meaningOf(uploadRequestAnswer, {
  origin: 'answer',
  meaning: 'Answer of the request step of an upload',
  ja: 'アップロード要求レスポンス',
  fields: {
    ...batchRequested.fields,
    error_count: { ...errorCount, meaning: `${errorCount.meaning}; only where the request waits for its end` },
  },
  example: { ...batchRequested.example, record_count: '1', error_count: '0' },
  shown: batchRequested.shown,
});

export const uploadCheckAnswerMeaning = meaningOf(uploadCheckAnswer, {
  origin: 'answer',
  meaning: 'State of an upload, how many orders it has and how many of them were refused',
  ja: 'アップロード確認レスポンス',
  fields: { ...batchChecked.fields, error_count: errorCount },
  example: { ...batchChecked.example, record_count: '1', error_count: '0' },
});

export const uploadResultMeaning = meaningOf(uploadResult, {
  origin: 'answer',
  meaning: 'Outcome of one order',
  ja: 'アップロード結果',
  fields: {
    seq: digits('Sequence number: of the order in its upload, from 1', '連番'),
    upload_no: uploadNo,
    result: coded('Result: whether the order was taken', '処理結果', uploadOutcomeValues),
    trade_id: orEmpty({ ...tradeId, meaning: 'Slip ID: of the slip for the order; "" if the order was refused' }),
    check_number: orEmpty(text('Slip number: for people to read; "" if the order was refused', '伝票番号')),
    version: orEmpty({ ...version, meaning: 'Version: of the slip; "" if the order was refused' }),
    error_list: records('Reasons: why the order was refused', 'エラーリスト', errorEntryMeaning),
  },
  example: {
    seq: '1',
    upload_no: 'PO-20261120-0001',
    result: '0',
    trade_id: '100000004711',
    check_number: '261120-04711',
    version: '1',
    error_list: [],
  },
});

export const uploadGetAnswerMeaning = meaningOf(uploadGetAnswer, {
  origin: 'answer',
  meaning: 'Outcomes of a range of orders',
  ja: 'アップロード結果取得レスポンス',
  fields: {
    ...answerEnvelope.fields,
    result_list: records(
      'Results: one element for each order, in the order in which they were sent',
      '結果リスト',
      uploadResultMeaning,
    ),
  },
  example: answerEnvelope.example,
});

export const orderGenerateRequestMeaning = meaningOf(orderGenerateRequest, {
  origin: 'request',
  meaning: 'Sends planned orders to their sellers, all or none',
  ja: '発注データ生成リクエスト',
  fields: {
    ...responseType.fields,
    trade_id_list: codes('Slip IDs: of the planned orders', '取引IDリスト', {
      minElements: 1,
      maxElements: ownLimits.generatedOrders,
    }),
    version_list: codes(
      'Versions: the version of each that the caller has seen, in the same order; refused if it has changed',
      'バージョンリスト',
      {
        maxElements: ownLimits.generatedOrders,
        maxLength: ownLimits.versionDigits,
      },
    ),
  },
  example: { ...responseType.example, trade_id_list: ['100000004711'], version_list: ['1'] },
  shown: ['trade_id_list'],
});

export const generatedOrderMeaning = meaningOf(generatedOrder, {
  origin: 'answer',
  meaning: 'A slip that was sent, or had been sent already',
  ja: '発注データ生成結果',
  fields: { trade_id: tradeId, version: { ...version, meaning: 'Version: of the slip now' } },
  example: { trade_id: '100000004711', version: '2' },
});

export const orderGenerateAnswerMeaning = meaningOf(orderGenerateAnswer, {
  origin: 'answer',
  meaning: 'The slips that were sent',
  ja: '発注データ生成レスポンス',
  fields: {
    ...answerEnvelope.fields,
    result_list: records(
      'Results: one element for each slip, in the order in which they were sent',
      '結果リスト',
      generatedOrderMeaning,
    ),
  },
  example: answerEnvelope.example,
});
