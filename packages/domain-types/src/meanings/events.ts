import { batchFlg, slipStatus } from '../coded-values.js';
import { type EventType, event, eventData, eventListAnswer, eventTypes } from '../events.js';
import { batchFlgValues, slipStatusValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import type { ValueMeaning } from './field-meaning.js';
import { meaningOf } from './meaning-of.js';
import { coded, dayTime, digits, orEmpty, record, records, text, type Words } from './own-forms.js';

const typeWords: Readonly<Record<EventType, Words>> = {
  'trade.created': ['a slip appeared for the member', '伝票の作成'],
  'trade.updated': ["the member's view of a slip changed", '伝票の変更'],
  'trade.removed': ["the member's view of a slip was removed", '伝票の削除'],
  'trade.many': ['an import or an archive changed many slips at once', '伝票の一括変更'],
  'batch.ended': ['a batch of the client ended', 'バッチの終了'],
  'master.changed': ['products of the member changed', '商品マスタの変更'],
  'setting.changed': ['trading settings of the member changed', '取引設定の変更'],
  'endpoint.disabled': ['an endpoint gets no more events', 'エンドポイントの停止'],
};

/** The types of events with their meanings. */
export const eventTypeValues: readonly ValueMeaning[] = eventTypes.map((value) => {
  const [meaning, ja] = typeWords[value];
  return { value, meaning, ja };
});

export const eventDataMeaning = meaningOf(eventData, {
  origin: 'answer',
  meaning: 'The facts of an event; which fields there are depends on its type',
  ja: 'イベントの内容：含まれる項目は種別によって異なる',
  fields: {
    trade_id: text(
      'Slip number: of trade.created, trade.updated and trade.removed',
      '取引ID：trade.created、trade.updated、trade.removedの伝票',
    ),
    version: digits('Version: the version of the slip after the change', 'バージョン：変更後の伝票のバージョン'),
    status_code: coded('Slip status: after the change', '伝票ステータス：変更後の値', slipStatusValues),
    previous_status_code: orEmpty(
      coded(
        'Former status: the slip status before the change; "" if the slip is new',
        '変更前ステータス：変更前の伝票ステータス。新しい伝票では""',
        slipStatusValues,
      ),
    ),
    member_code_partner: orEmpty(
      text(
        'Partner: the member on the other side of the slip, product or setting; "" for settings that hold for all partners',
        '取引先会員コード：伝票・商品・設定の相手方の会員。すべての取引先に適用する設定では""',
      ),
    ),
    batch_id: digits('Batch number: of batch.ended', 'バッチID：batch.endedのバッチ'),
    function: text('Function name: the function of the batch', '機能名：バッチの機能'),
    batch_flg: coded(
      'Batch state: the same value as in the answer of a check',
      'バッチ状態フラグ：確認ステップが返す状態と同じ',
      batchFlgValues,
    ),
    record_count: digits('Record count: records of the batch', 'レコード件数：バッチのレコード数'),
    error_count: digits(
      'Error count: records of the batch that report a refusal',
      'エラー件数：拒否を示すレコードの数',
    ),
    kind: text(
      'Kind of data: master, or the name of the setting as in the path of its download',
      'データ種別：master、またはダウンロードのパスにある設定の名前',
    ),
    count: digits('Number of changes: slips, products or settings', '件数：伝票・商品・設定の件数'),
    since: dayTime(
      'Since: slips with a change from this time on may be affected',
      '変更開始日時：この時刻以降に変更された伝票が対象となる可能性がある',
    ),
    endpoint_id: text('Endpoint: of endpoint.disabled', 'エンドポイントID：endpoint.disabledのエンドポイント'),
    reason: text('Reason: why the endpoint gets no more events', '理由：エンドポイントへの送信を停止した理由'),
  },
  example: {
    trade_id: '2026112000000041',
    version: '2',
    status_code: slipStatus.ordered,
    previous_status_code: slipStatus.planned,
    member_code_partner: '50000040',
    batch_id: '41',
    function: 'master',
    batch_flg: batchFlg.finished,
    record_count: '1830',
    error_count: '0',
    kind: 'master',
    count: '12',
    since: '2026-11-20 09:30:14',
    endpoint_id: '7',
    reason: 'five days without an answer',
  },
  shown: ['trade_id', 'version', 'status_code', 'previous_status_code', 'member_code_partner'],
});

export const eventMeaning = meaningOf(event, {
  origin: 'answer',
  meaning: 'Something that happened and that the member may see',
  ja: 'イベント：発生した事象のうち、会員が参照できるもの',
  fields: {
    id: text(
      'Event number: a UUID; an event that comes twice has the same one',
      'イベントID：UUID。同じイベントが二度届いた場合は同じ値',
    ),
    type: coded('Event type', 'イベント種別', eventTypeValues),
    at: dayTime('Happened at', '発生日時'),
    member_code: text('Member: the member that may see the event', '会員コード：イベントを参照できる会員'),
    sequence: digits(
      'Position: ascends with every event, over all members',
      '連番：イベントごとに増加する番号（全会員で共通）',
    ),
    data: record('Facts of the event', '内容', eventDataMeaning),
  },
  example: {
    id: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b72',
    type: 'trade.updated',
    at: '2026-11-20 09:30:14',
    member_code: '10010001',
    sequence: '41',
  },
});

export const eventListAnswerMeaning = meaningOf(eventListAnswer, {
  origin: 'answer',
  meaning: 'Events in their order, and the cursor after them',
  ja: 'イベント一覧：イベント（発生順）と続きのカーソル',
  fields: {
    ...answerEnvelope.fields,
    event_list: records('Events', 'イベント一覧', eventMeaning),
    next_cursor: text(
      'Next cursor: send it as after to get later events',
      '次カーソル：以降のイベントを取得するときにafterとして送信する',
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: 'NDEuNmYxYzBlOGE0Yjcy' },
});
