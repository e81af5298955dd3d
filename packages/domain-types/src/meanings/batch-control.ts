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
import { coded, dayTime, digits } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

/** The optional field of every request. */
export const responseType = {
  fields: {
    response_type: coded('Response format: may be left out', 'レスポンスタイプ', [
      { value: json, meaning: 'JSON', ja: 'JSON' },
    ]),
  },
  example: { response_type: json },
};

const batchId = digits('Batch number: from the answer of the request step', 'バッチID', {
  maxLength: ownLimits.batchIdDigits,
});

/** The fields that a batch puts before a stored record. */
export const batchRecord = {
  fields: {
    batch_id: { ...batchId, meaning: 'Batch number', canBeEmpty: false },
    seq: { ...digits('Sequence number: of the record in its batch, from 1', '連番'), canBeEmpty: false },
    create_date: {
      ...dayTime('Snapshot time: the instant that all records of the batch show, cut to the second', 'データ作成日時'),
      canBeEmpty: false,
    },
  },
  example: { batch_id: '41', seq: '1', create_date: '2026-11-20 09:30:15' },
};

const range = {
  fields: {
    seq_from: digits('First record: the first sequence number wanted, from 1', '開始連番'),
    seq_to: digits(
      'Last record: the last sequence number wanted, included; numbers beyond the last record are left out',
      '終了連番',
    ),
  },
  example: { seq_from: '1', seq_to: '1000' },
};

/** The fields of a check answer, also for an upload. */
export const batchChecked = {
  fields: {
    ...answerEnvelope.fields,
    batch_flg: coded('Batch state', 'バッチ状態フラグ', batchFlgValues),
    record_count: digits('Record count: 0 until the batch has finished', 'レコード件数'),
  },
  example: { ...answerEnvelope.example, batch_flg: '3', record_count: '1830' },
};

export const batchCheckRequestMeaning = meaningOf(batchCheckRequest, {
  origin: 'request',
  meaning: 'Asks for the state of a batch',
  ja: 'バッチ確認リクエスト',
  fields: { ...responseType.fields, batch_id: batchId },
  example: { ...responseType.example, batch_id: '41' },
  shown: ['batch_id'],
});

export const batchGetRequestMeaning = meaningOf(batchGetRequest, {
  origin: 'request',
  meaning: 'Asks for a range of the records of a batch',
  ja: 'バッチ取得リクエスト',
  fields: { ...responseType.fields, batch_id: batchId, ...range.fields },
  example: { ...responseType.example, batch_id: '41', ...range.example },
  shown: ['batch_id', 'seq_from', 'seq_to'],
});

export const batchDeliveredRequestMeaning = meaningOf(batchDeliveredRequest, {
  origin: 'request',
  meaning: 'Acknowledges the records that the caller holds',
  ja: '受領確認リクエスト',
  fields: {
    ...responseType.fields,
    seq_from: {
      ...range.fields.seq_from,
      meaning: 'First record: the first sequence number that the caller holds, from 1',
    },
    seq_to: {
      ...range.fields.seq_to,
      meaning: 'Last record: the last sequence number that the caller holds, included',
    },
  },
  example: { ...responseType.example, ...range.example },
  shown: ['seq_from', 'seq_to'],
});

/** The fields of a request answer, also for an upload. */
export const batchRequested = {
  fields: {
    ...answerEnvelope.fields,
    batch_id: { ...batchId, meaning: 'Batch number: check it, then get its records' },
    batch_flg: {
      ...batchChecked.fields.batch_flg,
      meaning: 'Batch state: only where the request waits for its end (Prefer: wait)',
    },
    record_count: {
      ...batchChecked.fields.record_count,
      meaning: 'Record count: 0 until the batch has finished; only where the request waits for its end',
    },
  },
  example: { ...batchChecked.example, batch_id: '41' },
  shown: [...envelope.fieldNames, 'batch_id'],
} as const;

export const batchRequestAnswerMeaning = meaningOf(batchRequestAnswer, {
  origin: 'answer',
  meaning: 'Answer of the request step of a download',
  ja: 'バッチ要求レスポンス',
  ...batchRequested,
});

export const batchCheckAnswerMeaning = meaningOf(batchCheckAnswer, {
  origin: 'answer',
  meaning: 'State of a batch, and how many records it has',
  ja: 'バッチ確認レスポンス',
  ...batchChecked,
});
