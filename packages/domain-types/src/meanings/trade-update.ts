import { amountForm, amountPattern, quantityForm } from '../amount.js';
import { ownLimits } from '../limits.js';
import {
  actionsWithField,
  type SlipAction,
  slipActions,
  type UpdateField,
  type UpdateLineField,
  useOfLineField,
} from '../slip-actions.js';
import {
  updateCheckAnswer,
  updateGetAnswer,
  updateLine,
  updateRequest,
  updateRequestAnswer,
  updateResult,
  updateSlip,
} from '../trade-update.js';
import { batchChecked, batchRequested, responseType, whileWaiting } from './batch-control.js';
import { slipActionValues, slipStatusValues, uploadOutcomeValues } from './coded-values.js';
import { answerEnvelope, errorEntryMeaning } from './envelope.js';
import type { FieldMeaning } from './field-meaning.js';
import { meaningOf } from './meaning-of.js';
import {
  coded,
  day,
  digits,
  flagged,
  goingOn,
  orEmpty,
  records,
  reworded,
  secondOfDay,
  shaped,
  text,
} from './own-forms.js';

const comment = { maxLength: ownLimits.uploadTextLength };
const updateNo = text(
  "Update number: the caller's own number of the update, which makes repeats harmless",
  '更新番号：呼び出し元が更新に付ける番号。再送しても二重に更新されない',
  {
    maxLength: ownLimits.updateNoLength,
  },
);
const tradeId = text('Slip ID: the same for both sides', '取引ID：双方に共通の値');
const version = digits('Version: grows with every change of the slip', 'バージョン：伝票の変更ごとに増加する', {
  maxLength: ownLimits.versionDigits,
});

/** Says in the meaning of a field which actions take it. */
function taken<Meaning extends FieldMeaning>(field: UpdateField, said: Meaning): Meaning {
  return takenBy(said, actionsWithField(field));
}

function takenInLine<Meaning extends FieldMeaning>(field: UpdateLineField, said: Meaning): Meaning {
  const actions = slipActions.filter((action) => useOfLineField(action, field) !== undefined);
  return takenBy(said, actions);
}

function takenBy<Meaning extends FieldMeaning>(said: Meaning, actions: readonly SlipAction[]): Meaning {
  return goingOn(said, { en: `taken by ${actions.join(', ')}`, ja: `指定できる操作は${actions.join('、')}` });
}

export const updateLineMeaning = meaningOf(updateLine, {
  origin: 'request',
  meaning: 'One line of the slip: a line that stays is named by trade_prod_id, a new one by its product',
  ja: '更新明細：既存の明細はtrade_prod_id、新しい明細は商品で指定',
  fields: {
    trade_prod_id: takenInLine(
      'trade_prod_id',
      text('Slip line ID: of the line of the slip', '伝票明細ID：伝票の明細のID'),
    ),
    line_no: takenInLine(
      'line_no',
      text(
        "Line number: the caller's own, needed in a line without trade_prod_id",
        '明細番号：呼び出し元が付ける番号。trade_prod_idのない明細では必須',
      ),
    ),
    catalog_id: takenInLine(
      'catalog_id',
      text('Order-master ID: the order-master line of the product', 'マイカタログID：商品の発注マスタの行'),
    ),
    private_item_code: takenInLine(
      'private_item_code',
      text("Own product code: the member's", '自社管理商品コード：会員が付けたコード'),
    ),
    prod_lot_qty: takenInLine(
      'prod_lot_qty',
      shaped(
        'Quantity: counted in the order unit; 0 is possible in ship only',
        '数量：発注単位での数量。0はshipでのみ可',
        {
          format: quantityForm,
          pattern: amountPattern,
        },
      ),
    ),
    prod_lot_price: takenInLine(
      'prod_lot_price',
      shaped('Unit price: yen for one order unit', '単価：発注単位あたりの価格（円）', {
        format: amountForm,
        pattern: amountPattern,
      }),
    ),
    prod_remarks: takenInLine('prod_remarks', text('Remark: on the line', '備考：明細の備考', comment)),
  },
  example: {
    trade_prod_id: '100000000286001',
    line_no: '1',
    catalog_id: '1080',
    private_item_code: '60101000000',
    prod_lot_qty: '4',
    prod_lot_price: '1270',
    prod_remarks: '欠品のため4袋',
  },
  shown: ['trade_prod_id', 'prod_lot_qty', 'prod_remarks'],
});

export const updateSlipMeaning = meaningOf(updateSlip, {
  origin: 'request',
  meaning: 'One update, which changes its slip as a whole or not at all',
  ja: '取引伝票更新：更新1件。伝票全体に適用するか、まったく適用しない',
  fields: {
    update_no: updateNo,
    trade_id: tradeId,
    version: reworded(
      version,
      'Version: that the caller has seen; refused if the slip has another one by now',
      'バージョン：呼び出し元が参照したバージョン。伝票がすでに変更されていた場合は拒否',
    ),
    batch_id: digits(
      "Batch number: of the caller's trade download that delivered the slip; with seq instead of version",
      'バッチID：伝票を取得した呼び出し元の取引データのバッチ。versionの代わりにseqとともに指定',
      { maxLength: ownLimits.batchIdDigits },
    ),
    seq: digits('Sequence number: of the slip in that trade download', '連番：その取引データにおける伝票の番号'),
    member_code_self: text(
      'Own member code: the side that acts; needed if the caller sees both sides and is neither',
      '自社会員コード：操作を行う側。呼び出し元が双方を参照でき、いずれの当事者でもない場合は必須',
    ),
    action: coded('Action: the step in the life of the order', '操作：発注の流れにおける操作', slipActionValues),
    hope_delivery_date: taken(
      'hope_delivery_date',
      day('Wished delivery: the day on which the buyer would like delivery', '納品希望日：買い手が納品を希望する日'),
    ),
    delivery_place_code: taken(
      'delivery_place_code',
      text('Delivery place code: the place where the goods are to be delivered', '納品場所コード：商品を納品する場所'),
    ),
    order_trade_comment: taken(
      'order_trade_comment',
      text('Order comment: of the buyer', '発注コメント：買い手のコメント', comment),
    ),
    delivery_date: taken(
      'delivery_date',
      day('Delivery day: on which the seller delivers', '納品日：売り手が納品する日'),
    ),
    shipping_send_date: taken('shipping_send_date', day('Shipped on: today, if left out', '出荷送信日：省略時は当日')),
    shipping_send_time: taken(
      'shipping_send_time',
      secondOfDay('Shipped at: now, if left out', '出荷送信時間：省略時は現在'),
    ),
    check_number: taken(
      'check_number',
      text('Slip number: for people to read', '伝票番号：人が読むための番号', {
        maxLength: ownLimits.checkNumberLength,
      }),
    ),
    trade_comment: taken(
      'trade_comment',
      text('Slip comment: of the seller', '取引コメント：売り手のコメント', comment),
    ),
    trade_shipping: taken(
      'trade_shipping',
      shaped('Shipping cost: in yen, without tax', '送料：円、税抜', { format: amountForm, pattern: amountPattern }),
    ),
    receipt_day: taken('receipt_day', day('Received on: today, if left out', '受領日：省略時は当日')),
    detail_list: taken(
      'detail_list',
      records(
        'Slip lines: the action change takes the whole new list; ship and return take only the lines concerned',
        '明細リスト：changeでは新しい明細全体、shipとreturnでは対象の明細',
        updateLineMeaning,
        {
          minElements: 1,
          maxElements: ownLimits.updateLinesPerSlip,
        },
      ),
    ),
  },
  example: {
    update_no: 'SHIP-20261120-0001',
    trade_id: '100000000286',
    version: '2',
    batch_id: '41',
    seq: '1',
    member_code_self: '50000040',
    action: 'ship',
    hope_delivery_date: '2026-11-25',
    delivery_place_code: '01',
    order_trade_comment: '早めの配送をお願いします',
    delivery_date: '2026-11-25',
    shipping_send_date: '2026-11-24',
    shipping_send_time: '07:21:35',
    check_number: '261120-04711',
    trade_comment: '一部欠品です',
    trade_shipping: '500',
    receipt_day: '2026-11-25',
  },
  shown: ['update_no', 'trade_id', 'version', 'action', 'delivery_date', 'trade_comment', 'detail_list'],
});

export const updateRequestMeaning = meaningOf(updateRequest, {
  origin: 'request',
  meaning: 'Updates slips: the buyer changes, cancels, receives and returns, the seller confirms, ships and cancels',
  ja: '取引伝票更新リクエスト：買い手は変更・取消・受領・返品、売り手は確認・出荷・取消',
  fields: {
    ...responseType.fields,
    check_only: flagged(
      'Check only: whether the updates are only judged; if left out, they are made',
      'チェックのみフラグ：更新の検証のみを行うかどうか。省略時は更新する',
      ['judge and make the updates', '更新する'],
      ['judge the updates, make none', 'チェックのみ'],
    ),
    slip_list: records('Updates: one for each slip', '伝票リスト：伝票ごとに1件', updateSlipMeaning, {
      minElements: 1,
      maxElements: ownLimits.updateSlips,
    }),
  },
  example: { ...responseType.example, check_only: '1' },
  shown: ['check_only', 'slip_list'],
});

const errorCount = digits('Refused updates: number of updates that were refused', 'エラー件数：拒否された更新の件数');

export const updateRequestAnswerMeaning = meaningOf(updateRequestAnswer, {
  origin: 'answer',
  meaning: 'Answer of the request step of a trade update',
  ja: '取引伝票更新要求レスポンス：取引伝票更新の要求ステップの応答',
  fields: {
    ...batchRequested.fields,
    error_count: goingOn(errorCount, whileWaiting),
  },
  example: { ...batchRequested.example, record_count: '1', error_count: '0' },
  shown: batchRequested.shown,
});

export const updateCheckAnswerMeaning = meaningOf(updateCheckAnswer, {
  origin: 'answer',
  meaning: 'State of a trade update, how many updates it has and how many of them were refused',
  ja: '取引伝票更新確認レスポンス：取引伝票更新の状態、更新の件数、拒否された件数',
  fields: { ...batchChecked.fields, error_count: errorCount },
  example: { ...batchChecked.example, record_count: '1', error_count: '0' },
});

export const updateResultMeaning = meaningOf(updateResult, {
  origin: 'answer',
  meaning: 'Outcome of one update',
  ja: '取引伝票更新結果：更新1件の結果',
  fields: {
    seq: digits('Sequence number: of the update in its request, from 1', '連番：リクエスト内の更新の番号（1から）'),
    update_no: updateNo,
    trade_id: tradeId,
    result: coded('Result: whether the update was made', '処理結果：更新されたかどうか', uploadOutcomeValues),
    status_code: orEmpty(
      coded(
        'Slip status: after the update; "" if the caller may not change the slip',
        '取引状態：更新後の値。呼び出し元が伝票を変更できない場合は""',
        slipStatusValues,
      ),
    ),
    version: orEmpty(
      reworded(
        version,
        'Version: of the slip after the update; "" if the caller may not change the slip',
        'バージョン：更新後の伝票のバージョン。呼び出し元が伝票を変更できない場合は""',
      ),
    ),
    new_trade_id: orEmpty(
      text(
        'New slip ID: the ID of the slip that a return created; "" if no slip was created',
        '新規取引ID：返品で作成された伝票の値。ない場合は""',
      ),
    ),
    new_check_number: orEmpty(
      text(
        'New slip number: the number of the slip that a return created; "" if no slip was created',
        '新規伝票番号：返品で作成された伝票の値。ない場合は""',
      ),
    ),
    new_version: orEmpty(
      digits(
        'New slip version: the version of the slip that a return created; "" if no slip was created',
        '新規伝票バージョン：返品で作成された伝票の値。ない場合は""',
        {
          maxLength: ownLimits.versionDigits,
        },
      ),
    ),
    error_list: records('Reasons: why the update was refused', 'エラーリスト：更新が拒否された理由', errorEntryMeaning),
  },
  example: {
    seq: '1',
    update_no: 'RETURN-20261126-0001',
    trade_id: '100000000286',
    result: '0',
    status_code: '80',
    version: '5',
    new_trade_id: '100000000291',
    new_check_number: '261126-00291',
    new_version: '1',
    error_list: [],
  },
});

export const updateGetAnswerMeaning = meaningOf(updateGetAnswer, {
  origin: 'answer',
  meaning: 'Outcomes of a range of updates',
  ja: '取引伝票更新結果取得レスポンス：指定範囲の更新の結果',
  fields: {
    ...answerEnvelope.fields,
    result_list: records(
      'Results: one element for each update, in the order in which they were sent',
      '結果リスト：更新ごとに1要素（送信順）',
      updateResultMeaning,
    ),
  },
  example: answerEnvelope.example,
});
