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
import { batchChecked, batchRequested, responseType, whileWaiting } from './batch-control.js';
import { sendFlgValues, uploadOutcomeValues } from './coded-values.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { coded, codes, day, digits, flagged, goingOn, orEmpty, records, reworded, shaped, text } from './own-forms.js';

const comment = { maxLength: ownLimits.uploadTextLength };
const uploadNo = text(
  "Upload number: the caller's own number of the order, which makes repeats harmless",
  'アップロード番号：呼び出し元が発注に付ける番号。再送しても二重に登録されない',
  {
    maxLength: ownLimits.uploadNoLength,
  },
);
const tradeId = text('Slip ID', '取引ID');
const quantity = { format: quantityForm, pattern: amountPattern };
const version = digits('Version: grows with every change of the slip', 'バージョン：伝票の変更ごとに増加する', {
  maxLength: ownLimits.versionDigits,
});

export const uploadLineMeaning = meaningOf(uploadLine, {
  origin: 'request',
  meaning: 'One line of an order; catalog_id or private_item_code names its product',
  ja: '発注明細：発注の明細1件。商品はcatalog_idまたはprivate_item_codeで指定する',
  fields: {
    line_no: text(
      "Line number: the caller's own; refusals name lines by their places",
      '明細番号：呼び出し元が付ける番号。拒否の通知では、行を位置で示す',
    ),
    catalog_id: text('Order-master ID: the order-master line of the product', 'マイカタログID：商品の発注マスタの行'),
    private_item_code: text("Own product code: the member's", '自社管理商品コード：会員が付けたコード'),
    prod_lot_qty: shaped('Quantity: counted in the order unit', '数量：発注単位での数量', quantity),
    prod_remarks: text('Remark: on the line', '備考：明細の備考', comment),
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
  ja: '発注データ：発注1件。全体として受け付けるか、全体を拒否する',
  fields: {
    upload_no: uploadNo,
    member_code_self: text('Own member code: the buyer', '自社会員コード：買い手'),
    member_code_partner: text('Partner member code: the seller', '取引先会員コード：売り手'),
    delivery_place_code: text(
      'Delivery place code: the place where the goods are to be delivered',
      '納品場所コード：商品を納品する場所',
    ),
    hope_delivery_date: day(
      'Wished delivery: the day on which the buyer would like delivery',
      '納品希望日：買い手が納品を希望する日',
    ),
    order_trade_comment: text('Order comment: of the buyer', '発注コメント：買い手のコメント', comment),
    send_flg: coded(
      'Send now: whether the order goes to the seller at once',
      '送信フラグ：発注をすぐに売り手へ送信するかどうか',
      sendFlgValues,
    ),
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
  ja: '発注データアップロードリクエスト：発注を登録する',
  fields: {
    ...responseType.fields,
    check_only: flagged(
      'Check only: whether the orders are only judged; if left out, they are taken',
      'チェックのみフラグ：発注の検証のみを行うかどうか。省略時は登録する',
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

const errorCount = digits('Refused orders: number of orders that were refused', 'エラー件数：拒否された発注の件数');

export const uploadRequestAnswerMeaning = meaningOf(uploadRequestAnswer, {
  origin: 'answer',
  meaning: 'Answer of the request step of an upload',
  ja: 'アップロード要求レスポンス：アップロードの要求ステップの応答',
  fields: {
    ...batchRequested.fields,
    error_count: goingOn(errorCount, whileWaiting),
  },
  example: { ...batchRequested.example, record_count: '1', error_count: '0' },
  shown: batchRequested.shown,
});

export const uploadCheckAnswerMeaning = meaningOf(uploadCheckAnswer, {
  origin: 'answer',
  meaning: 'State of an upload, how many orders it has and how many of them were refused',
  ja: 'アップロード確認レスポンス：アップロードの状態、発注の件数、拒否された件数',
  fields: { ...batchChecked.fields, error_count: errorCount },
  example: { ...batchChecked.example, record_count: '1', error_count: '0' },
});

export const uploadResultMeaning = meaningOf(uploadResult, {
  origin: 'answer',
  meaning: 'Outcome of one order',
  ja: 'アップロード結果：発注1件の結果',
  fields: {
    seq: digits('Sequence number: of the order in its upload, from 1', '連番：アップロード内の発注の番号（1から）'),
    upload_no: uploadNo,
    result: coded('Result: whether the order was taken', '処理結果：発注が受け付けられたかどうか', uploadOutcomeValues),
    trade_id: orEmpty(
      reworded(
        tradeId,
        'Slip ID: of the slip for the order; "" if the order was refused',
        '取引ID：発注の伝票のID。発注が拒否された場合は""',
      ),
    ),
    check_number: orEmpty(
      text(
        'Slip number: for people to read; "" if the order was refused',
        '伝票番号：人が読むための番号。発注が拒否された場合は""',
      ),
    ),
    version: orEmpty(
      reworded(
        version,
        'Version: of the slip; "" if the order was refused',
        'バージョン：伝票のバージョン。発注が拒否された場合は""',
      ),
    ),
    error_list: records('Reasons: why the order was refused', 'エラーリスト：発注が拒否された理由', errorEntryMeaning),
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
  ja: 'アップロード結果取得レスポンス：指定範囲の発注の結果',
  fields: {
    ...answerEnvelope.fields,
    result_list: records(
      'Results: one element for each order, in the order in which they were sent',
      '結果リスト：発注ごとに1要素（送信順）',
      uploadResultMeaning,
    ),
  },
  example: answerEnvelope.example,
});

export const orderGenerateRequestMeaning = meaningOf(orderGenerateRequest, {
  origin: 'request',
  meaning: 'Sends planned orders to their sellers, all or none',
  ja: '発注データ生成リクエスト：予定発注を売り手に送信する。1件でも送信できない場合はすべて送信しない',
  fields: {
    ...responseType.fields,
    trade_id_list: codes('Slip IDs: of the planned orders', '取引IDリスト：予定発注の取引ID', {
      minElements: 1,
      maxElements: ownLimits.generatedOrders,
    }),
    version_list: codes(
      'Versions: the version of each that the caller has seen, in the same order; refused if it has changed',
      'バージョンリスト：呼び出し元が参照した各伝票のバージョン（同じ順序）。変更されていた場合は拒否',
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
  ja: '発注データ生成結果：送信した伝票、または送信済みの伝票',
  fields: {
    trade_id: tradeId,
    version: reworded(version, 'Version: of the slip now', 'バージョン：現在の伝票のバージョン'),
  },
  example: { trade_id: '100000004711', version: '2' },
});

export const orderGenerateAnswerMeaning = meaningOf(orderGenerateAnswer, {
  origin: 'answer',
  meaning: 'The slips that were sent',
  ja: '発注データ生成レスポンス：送信した伝票',
  fields: {
    ...answerEnvelope.fields,
    result_list: records(
      'Results: one element for each slip, in the order in which they were sent',
      '結果リスト：伝票ごとに1要素（送信順）',
      generatedOrderMeaning,
    ),
  },
  example: answerEnvelope.example,
});
