import {
  batchCheckAnswer,
  batchCheckRequest,
  batchDeliveredRequest,
  batchGetRequest,
  batchRequestAnswer,
} from '../batch-control.js';
import { envelope } from '../envelope.js';
import { responseType as json } from '../fixed-values.js';
import { ownLimits } from '../limits.js';
import { batchFlgValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { coded, dayTime, digits, reworded } from './own-forms.js';

/** The optional field of every request. */
export const responseType = {
  fields: {
    response_type: coded('Response format: may be left out', 'レスポンスタイプ：省略可', [
      { value: json, meaning: 'JSON', ja: 'JSON' },
    ]),
  },
  example: { response_type: json },
};

const batchId = digits(
  'Batch number: from the answer of the request step',
  'バッチID：要求ステップの応答で返された番号',
  {
    maxLength: ownLimits.batchIdDigits,
  },
);

/** The fields that a batch puts before a stored record. */
export const batchRecord = {
  fields: {
    batch_id: { ...reworded(batchId, 'Batch number', 'バッチID'), canBeEmpty: false },
    seq: {
      ...digits('Sequence number: of the record in its batch, from 1', '連番：バッチ内のレコードの番号（1から）'),
      canBeEmpty: false,
    },
    create_date: {
      ...dayTime(
        'Snapshot time: the instant whose state all records of the batch show, cut to the second',
        'データ作成日時：バッチの全レコードが示す時点（秒未満切り捨て）',
      ),
      canBeEmpty: false,
    },
  },
  example: { batch_id: '41', seq: '1', create_date: '2026-11-20 09:30:15' },
};

const range = {
  fields: {
    seq_from: digits('First record: the first sequence number wanted, from 1', '開始連番：取得する最初の連番（1から）'),
    seq_to: digits(
      'Last record: the last sequence number wanted, included; numbers beyond the last record are left out',
      '終了連番：取得する最後の連番（この番号を含む）。最終レコードを超える番号は対象外',
    ),
  },
  example: { seq_from: '1', seq_to: '1000' },
};

/** The fields of a check answer, also for an upload. */
export const batchChecked = {
  fields: {
    ...answerEnvelope.fields,
    batch_flg: coded('Batch state', 'バッチ状態フラグ', batchFlgValues),
    record_count: digits('Record count: 0 until the batch has finished', 'レコード件数：バッチの完了までは0'),
  },
  example: { ...answerEnvelope.example, batch_flg: '3', record_count: '1830' },
};

export const batchCheckRequestMeaning = meaningOf(batchCheckRequest, {
  origin: 'request',
  meaning: 'Asks for the state of a batch',
  ja: 'バッチ確認リクエスト：バッチの状態を照会する',
  fields: { ...responseType.fields, batch_id: batchId },
  example: { ...responseType.example, batch_id: '41' },
  shown: ['batch_id'],
});

export const batchGetRequestMeaning = meaningOf(batchGetRequest, {
  origin: 'request',
  meaning: 'Asks for a range of the records of a batch',
  ja: 'バッチ取得リクエスト：バッチのレコードを範囲で取得する',
  fields: { ...responseType.fields, batch_id: batchId, ...range.fields },
  example: { ...responseType.example, batch_id: '41', ...range.example },
  shown: ['batch_id', 'seq_from', 'seq_to'],
});

export const batchDeliveredRequestMeaning = meaningOf(batchDeliveredRequest, {
  origin: 'request',
  meaning: 'Acknowledges the records that the caller holds',
  ja: '受領確認リクエスト：呼び出し元が保存済みのレコードの受領を確認する',
  fields: {
    ...responseType.fields,
    seq_from: reworded(
      range.fields.seq_from,
      'First record: the first sequence number that the caller holds, from 1',
      '開始連番：呼び出し元が保存済みの最初の連番（1から）',
    ),
    seq_to: reworded(
      range.fields.seq_to,
      'Last record: the last sequence number that the caller holds, included',
      '終了連番：呼び出し元が保存済みの最後の連番（この番号を含む）',
    ),
  },
  example: { ...responseType.example, ...range.example },
  shown: ['seq_from', 'seq_to'],
});

/** Ends the meaning of a field that the request step answers only if it waits. */
export const whileWaiting = { en: 'only where the request waits for its end', ja: '要求が終了まで待つ場合のみ' };

/** The fields of a request answer, also for an upload. */
export const batchRequested = {
  fields: {
    ...answerEnvelope.fields,
    batch_id: reworded(
      batchId,
      'Batch number: check it, then get its records',
      'バッチID：確認後にレコードを取得するための番号',
    ),
    batch_flg: reworded(
      batchChecked.fields.batch_flg,
      'Batch state: only where the request waits for its end (Prefer: wait)',
      'バッチ状態フラグ：要求が終了まで待つ場合のみ（Prefer: wait）',
    ),
    record_count: reworded(
      batchChecked.fields.record_count,
      'Record count: 0 until the batch has finished; only where the request waits for its end',
      'レコード件数：バッチの完了までは0。要求が終了まで待つ場合のみ',
    ),
  },
  example: { ...batchChecked.example, batch_id: '41' },
  shown: [...envelope.fieldNames, 'batch_id'],
} as const;

export const batchRequestAnswerMeaning = meaningOf(batchRequestAnswer, {
  origin: 'answer',
  meaning: 'Answer of the request step of a download',
  ja: 'バッチ要求レスポンス：ダウンロードの要求ステップの応答',
  ...batchRequested,
});

export const batchCheckAnswerMeaning = meaningOf(batchCheckAnswer, {
  origin: 'answer',
  meaning: 'State of a batch, and how many records it has',
  ja: 'バッチ確認レスポンス：バッチの状態とレコード件数',
  ...batchChecked,
});
