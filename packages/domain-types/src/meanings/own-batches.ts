import { batchFlg } from '../coded-values.js';
import { batchAnswer, batchCancelAnswer, batchListAnswer, ownBatch } from '../own-batches.js';
import { batchFlgValues, batchStateValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { coded, dayTime, digits, orEmpty, record, records, text } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

const instant = (meaning: string, ja: string) => orEmpty(dayTime(meaning, ja));
const batchId = digits('Number of the batch', 'バッチID');

export const ownBatchMeaning = meaningOf(ownBatch, {
  origin: 'answer',
  meaning: 'A batch that the caller may read: its request, its state, its expiry',
  ja: 'バッチ',
  fields: {
    batch_id: batchId,
    function: text('Name of its function: master, trade, nottrade, and so on', '機能名'),
    client_id: text('Client that requested it', 'クライアントID'),
    batch_flg: coded('State of the batch, with the values of a check', 'バッチ状態フラグ', batchFlgValues),
    state: coded('The same state as a word', 'バッチ状態', batchStateValues),
    record_count: digits('Number of records produced until now', 'レコード件数'),
    error_count: digits(
      'Number of these records that report a refusal; for an upload, the refused orders',
      'エラー件数',
    ),
    records_expected: orEmpty(digits('Estimated number of records; "" while it is unknown', '見込件数')),
    queue_position: orEmpty(digits('Position in the queue, 1 is next; "" unless the batch waits', '待ち順位')),
    requested_at: dayTime('Time of the request', '要求日時'),
    started_at: instant('Time at which its production began; "" before', '処理開始日時'),
    attempts: digits('Number of times its production has begun', '処理回数'),
    wait_ms: orEmpty(digits('Milliseconds from the request to the last start of production; "" before', '待ち時間')),
    run_ms: orEmpty(
      digits('Milliseconds from that start to the end; "" before the end, and if production never began', '処理時間'),
    ),
    snapshot_at: instant('Instant of the data in all its records; "" before production', 'データ基準日時'),
    ended_at: instant('Time of its end, with any state; "" before', '処理終了日時'),
    last_read_at: instant(
      'Time at which its records were last fetched, by get or GET /batches/{batch_id}/records, to about half a minute; "" before',
      '最終取得日時',
    ),
    expires_at: instant('Time until which it is kept at least; "" while it has not ended', '保存期限'),
    records_kept: coded('Whether it has not expired', '保存フラグ', [
      { value: '0', meaning: 'it has expired: it appears only in lists that include expired batches', ja: '期限切れ' },
      { value: '1', meaning: 'it is kept', ja: '保存中' },
    ]),
    change_cursor: orEmpty(
      text(
        'Cursor for Prefer: changes-since=…, which requests later changes; "" until the batch has ended',
        '変更カーソル',
      ),
    ),
    changes_only: coded('Whether the batch has only changes since a cursor', '変更分フラグ', [
      { value: '0', meaning: 'all records', ja: '全件' },
      { value: '1', meaning: 'only added or changed records', ja: '変更分のみ' },
    ]),
    removed_count: digits('Number of keys in GET /batches/{batch_id}/removed', '削除件数'),
    record_bytes: digits('Size of its records when read, in bytes', 'データサイズ'),
    stored_bytes: digits('Size of its records when stored, in bytes', '保存サイズ'),
    reason: orEmpty(text('Reason of its failure; "" if it has not failed', '理由')),
    request: orEmpty(
      text('The request as JSON, to send it again; "" in lists, and for functions that change data', '要求内容'),
    ),
  },
  example: {
    batch_id: '41',
    function: 'master',
    client_id: 'sample-client',
    batch_flg: batchFlg.finished,
    state: 'finished',
    record_count: '1830',
    error_count: '0',
    records_expected: '1830',
    queue_position: '',
    requested_at: '2026-11-20 09:30:14',
    started_at: '2026-11-20 09:30:14',
    attempts: '1',
    wait_ms: '21',
    run_ms: '1480',
    snapshot_at: '2026-11-20 09:30:15',
    ended_at: '2026-11-20 09:30:16',
    last_read_at: '2026-11-20 09:30:21',
    expires_at: '2026-11-27 09:30:16',
    records_kept: '1',
    change_cursor: 'dGhpcyBpcyBhbiBleGFtcGxl',
    changes_only: '0',
    removed_count: '0',
    record_bytes: '11022334',
    stored_bytes: '1233455',
    reason: '',
    request: '{"exist_mc":"1"}',
  },
});

export const batchListAnswerMeaning = meaningOf(batchListAnswer, {
  origin: 'answer',
  meaning: "One page of the caller's batches, newest first",
  ja: 'バッチ一覧レスポンス',
  fields: {
    ...answerEnvelope.fields,
    batch_list: records('The batches', 'バッチリスト', ownBatchMeaning),
    next_cursor: orEmpty(digits('The cursor of the next page; "" at the end', '次ページカーソル')),
  },
  example: { ...answerEnvelope.example, next_cursor: '41' },
});

export const batchAnswerMeaning = meaningOf(batchAnswer, {
  origin: 'answer',
  meaning: 'All fields of one batch',
  ja: 'バッチ詳細レスポンス',
  fields: { ...answerEnvelope.fields, batch: record('The batch', 'バッチ', ownBatchMeaning) },
  example: answerEnvelope.example,
});

export const batchCancelAnswerMeaning = meaningOf(batchCancelAnswer, {
  origin: 'answer',
  meaning: 'Outcome for a batch that its owner no longer wants',
  ja: 'バッチ取消レスポンス',
  fields: {
    ...answerEnvelope.fields,
    batch_id: batchId,
    outcome: coded('What was done', '取消結果', [
      { value: 'cancelled', meaning: 'the batch had not ended: it is aborted', ja: '処理中止' },
      { value: 'discarded', meaning: 'the batch had ended: its records are removed', ja: '破棄' },
    ]),
  },
  example: { ...answerEnvelope.example, batch_id: '41', outcome: 'cancelled' },
});
