import { batchFlg, slipStatus } from '../coded-values.js';
import { type EventType, event, eventData, eventListAnswer, eventTypes } from '../events.js';
import { batchFlgValues, slipStatusValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { coded, dayTime, digits, orEmpty, record, records, text, type Words } from './field-forms.js';
import type { ValueMeaning } from './field-meaning.js';
import { meaningOf } from './meaning-of.js';

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
  ja: 'イベントの内容',
  fields: {
    trade_id: text('Slip number: of trade.created, trade.updated and trade.removed', '取引ID'),
    version: digits('Version: the version of the slip after the change', 'バージョン'),
    status_code: coded('Slip status: after the change', '伝票ステータス', slipStatusValues),
    previous_status_code: orEmpty(
      coded(
        'Former status: the slip status before the change; "" if the slip is new',
        '変更前ステータス',
        slipStatusValues,
      ),
    ),
    member_code_partner: orEmpty(
      text(
        'Partner: the member on the other side of the slip, product or setting; "" for settings that hold for all partners',
        '取引先会員コード',
      ),
    ),
    batch_id: digits('Batch number: of batch.ended', 'バッチID'),
    function: text('Function name: the function of the batch', '機能名'),
    batch_flg: coded('Batch state: as a check answers it', 'バッチ状態フラグ', batchFlgValues),
    record_count: digits('Record count: records of the batch', 'レコード件数'),
    error_count: digits('Error count: records of the batch that report a refusal', 'エラー件数'),
    kind: text('Kind of data: master, or the name of the setting as in the path of its download', 'データ種別'),
    count: digits('Number of changes: slips, products or settings', '件数'),
    since: dayTime('Since: slips with a change from this time on may be affected', '変更開始日時'),
    endpoint_id: text('Endpoint: of endpoint.disabled', 'エンドポイントID'),
    reason: text('Reason: why the endpoint gets no more events', '理由'),
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
  meaning: 'Something that happened and that the member may know',
  ja: 'イベント',
  fields: {
    id: text('Event number: a UUID; an event that comes twice has the same one', 'イベントID'),
    type: coded('Event type', 'イベント種別', eventTypeValues),
    at: dayTime('Happened at', '発生日時'),
    member_code: text('Member: that may know the event', '会員コード'),
    sequence: digits('Position: ascends with every event, over all members', '連番'),
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
  ja: 'イベント一覧',
  fields: {
    ...answerEnvelope.fields,
    event_list: records('Events', 'イベント一覧', eventMeaning),
    next_cursor: text('Next cursor: send it as after to get later events', '次カーソル'),
  },
  example: { ...answerEnvelope.example, next_cursor: 'NDEuNmYxYzBlOGE0Yjcy' },
});
