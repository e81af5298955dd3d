import { batchFlg } from '../coded-values.js';
import {
  batchAnswer,
  batchCancelAnswer,
  batchInput,
  batchInputAnswer,
  batchListAnswer,
  batchReader,
  batchSearchAnswer,
  foundRecord,
  ownBatch,
} from '../own-batches.js';
import { responseType } from './batch-control.js';
import { batchFlgValues, batchStateValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { uploadOrderMeaning } from './order-upload.js';
import { coded, dayTime, digits, flagged, type JapaneseOf, orEmpty, record, records, text } from './own-forms.js';
import { updateSlipMeaning } from './trade-update.js';

const instant = <const Meaning extends string>(meaning: Meaning, ja: JapaneseOf<Meaning>) =>
  orEmpty(dayTime(meaning, ja));
const batchId = digits('Batch number', 'バッチID');

export const ownBatchMeaning = meaningOf(ownBatch, {
  origin: 'answer',
  meaning: 'A batch that the caller may read: its request, its state, its expiry',
  ja: 'バッチ：要求内容、状態、保存期限',
  fields: {
    batch_id: batchId,
    function: text('Function name: master, trade, nottrade, and so on', '機能名：master、trade、nottradeなど'),
    client_id: text('Client ID: the client that requested it', 'クライアントID：要求したクライアント'),
    user_id: orEmpty(
      text(
        'User ID: the user for whom it was requested; "" for a client without a user, and for batches of former versions',
        'ユーザーID：クライアントが代理したユーザー。ユーザーのいないクライアントと、旧バージョンで要求されたバッチでは""',
      ),
    ),
    batch_flg: coded(
      'Batch state: the same value as in the answer of a check',
      'バッチ状態フラグ：確認ステップが返す状態と同じ',
      batchFlgValues,
    ),
    state: coded('State name: the same state as a word', 'バッチ状態：状態を表す単語', batchStateValues),
    record_count: digits('Record count: records that have been made', 'レコード件数：作成済みのレコード数'),
    error_count: digits(
      'Error count: records that report a refusal; of an upload, the orders that were not taken',
      'エラー件数：拒否を示すレコードの数。アップロードでは受け付けられなかった発注の件数',
    ),
    records_expected: orEmpty(
      digits(
        'Expected records: how many will be made, as estimated; "" while it is unknown',
        '見込件数：作成されるレコード数の見込み。不明な間は""',
      ),
    ),
    queue_position: orEmpty(
      digits(
        'Queue position: 1 is next; "" unless the batch waits',
        '待ち順位：1は次に処理されるバッチ。待機中以外は""',
      ),
    ),
    requested_at: dayTime('Requested at', '要求日時'),
    started_at: instant('Started at: when production began; "" before', '処理開始日時：作成を開始した日時。開始前は""'),
    attempts: digits('Attempts: how often production has begun', '処理回数：作成を開始した回数'),
    wait_ms: orEmpty(
      digits(
        'Waiting time: milliseconds from the request to the last start of production; "" before',
        '待ち時間：要求から最後の作成開始までのミリ秒数。開始前は""',
      ),
    ),
    run_ms: orEmpty(
      digits(
        'Running time: milliseconds from the last start to the end; "" before, and for a batch that never started',
        '処理時間：最後の開始から終了までのミリ秒数。終了前、および開始されなかったバッチでは""',
      ),
    ),
    snapshot_at: instant(
      'Snapshot time: the instant whose state all records show; "" before production',
      'データ基準日時：全レコードが示す時点。作成前は""',
    ),
    ended_at: instant(
      'Ended at: when it ended, with success or without; "" before',
      '処理終了日時：結果にかかわらず終了した日時。終了前は""',
    ),
    last_read_at: instant(
      'Last read at: when the records were last read, by get or GET /batches/{batch_id}/records, to about half a minute; "" before',
      '最終取得日時：getまたはGET /batches/{batch_id}/recordsでレコードを最後に取得した日時（約30秒の誤差あり）。取得前は""',
    ),
    expires_at: instant(
      'Kept until: the earliest time at which the batch expires; "" while it has not ended',
      '保存期限：少なくともこの日時まで保存する。終了前は""',
    ),
    records_kept: coded('Records kept: whether the batch has not expired', '保存フラグ：バッチが保存期限内かどうか', [
      { value: '0', meaning: 'it has expired: it appears only in lists that include expired batches', ja: '期限切れ' },
      { value: '1', meaning: 'it is kept', ja: '保存中' },
    ]),
    change_cursor: orEmpty(
      text(
        'Change cursor: send it as Prefer: changes-since=… to get later changes; "" until the batch has ended',
        '変更カーソル：以降の変更を取得するときにPrefer: changes-since=…として送信する。バッチの終了までは""',
      ),
    ),
    changes_only: coded(
      'Changes only: whether the batch has only records that changed since a cursor',
      '変更分フラグ：カーソル以降に変更されたレコードのみのバッチかどうか',
      [
        { value: '0', meaning: 'all records', ja: '全件' },
        { value: '1', meaning: 'only added or changed records', ja: '変更分のみ' },
      ],
    ),
    removed_count: digits(
      'Removed count: number of keys that GET /batches/{batch_id}/removed gives',
      '削除件数：GET /batches/{batch_id}/removedが返すキーの数',
    ),
    record_bytes: digits(
      'Record bytes: size of the records as they are read',
      'データサイズ：取得時のレコードのサイズ',
    ),
    stored_bytes: digits(
      'Stored bytes: size of the records as they are stored',
      '保存サイズ：保存時のレコードのサイズ',
    ),
    reason: orEmpty(text('Failure reason: "" if it has not failed', '理由：失敗していない場合は""')),
    request: orEmpty(
      text(
        'Request: as JSON, to send it again; "" in lists, and for functions that change data',
        '要求内容：再送に使用できるJSON。一覧、およびデータを変更する機能では""',
      ),
    ),
  },
  example: {
    batch_id: '41',
    function: 'master',
    client_id: 'sample-client',
    user_id: '0193c0f3',
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
  ja: 'バッチ一覧レスポンス：呼び出し元のバッチ1ページ分（新しい順）',
  fields: {
    ...answerEnvelope.fields,
    batch_list: records('Batches', 'バッチリスト', ownBatchMeaning),
    next_cursor: orEmpty(
      digits(
        'Next cursor: the cursor of the next page; "" at the end',
        '次ページカーソル：次のページのカーソル。末尾では""',
      ),
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: '41' },
});

export const batchReaderMeaning = meaningOf(batchReader, {
  origin: 'answer',
  meaning: 'The records of a batch that one application has read, for one user or without a user',
  ja: '取得者：1つのアプリケーション（とそのユーザー1人）によるバッチの取得状況',
  fields: {
    client_id: text('Client ID: the client that has read records', 'クライアントID：レコードを取得したクライアント'),
    user_id: orEmpty(
      text(
        'User ID: the user for whom it has read; "" for a client without a user',
        'ユーザーID：クライアントが代理したユーザー。ユーザーのいないクライアントでは""',
      ),
    ),
    first_at: dayTime('First read at', '初回取得日時'),
    last_at: dayTime('Last read at: to about half a minute', '最終取得日時：約30秒の誤差あり'),
    seq_from: digits('First record: the least number that was read', '開始連番：取得した最小の連番'),
    seq_to: digits('Last record: the greatest number that was read', '終了連番：取得した最大の連番'),
    reads: digits('Reads: the number of calls', '取得回数：呼び出しの回数'),
  },
  example: {
    client_id: 'sample-client',
    user_id: '0193c0f3',
    first_at: '2026-11-20 09:30:20',
    last_at: '2026-11-20 09:30:24',
    seq_from: '1',
    seq_to: '1000',
    reads: '1',
  },
});

export const batchAnswerMeaning = meaningOf(batchAnswer, {
  origin: 'answer',
  meaning: 'All fields of one batch',
  ja: 'バッチ詳細レスポンス：バッチ1件の全項目',
  fields: {
    ...answerEnvelope.fields,
    batch: record('The batch', 'バッチ', ownBatchMeaning),
    reader_list: records(
      'Readers: who has read its records, the last first, at most 100; only with readers=1',
      '取得者リスト：レコードを取得したアプリケーションとユーザー。最終取得日時の新しい順に最大100件。readers=1の場合のみ',
      batchReaderMeaning,
    ),
  },
  example: answerEnvelope.example,
});

export const batchInputMeaning = meaningOf(batchInput, {
  origin: 'answer',
  meaning: 'The body of an order upload or a trade update, as the platform has read it',
  ja: 'バッチ入力：プラットフォームが読み取った発注データアップロードまたは取引伝票更新の本文',
  fields: {
    ...responseType.fields,
    check_only: flagged(
      'Check only: whether the input was only judged',
      'チェックのみフラグ：入力の検証のみを行ったかどうか',
      ['judged and accepted', '登録・更新する'],
      ['judged only', 'チェックのみ'],
    ),
    order_list: records('Orders: those of an upload', '発注リスト：アップロードされた発注', uploadOrderMeaning),
    slip_list: records('Updates: those of a trade update', '伝票リスト：取引伝票更新の更新内容', updateSlipMeaning),
  },
  example: { ...responseType.example, check_only: '1' },
});

export const batchInputAnswerMeaning = meaningOf(batchInputAnswer, {
  origin: 'answer',
  meaning: 'The body of the request of an order upload or a trade update',
  ja: 'バッチ入力レスポンス：発注データアップロードまたは取引伝票更新のリクエスト本文',
  fields: {
    ...answerEnvelope.fields,
    input: record(
      'Input: the body, as the platform has read it',
      '送信された内容：プラットフォームが読み取った本文',
      batchInputMeaning,
    ),
  },
  example: answerEnvelope.example,
});

export const foundRecordMeaning = meaningOf(foundRecord, {
  origin: 'stored',
  meaning: 'A record that a search has found, with all fields of the records of its batch',
  ja: '検索されたレコード：検索に一致したレコード。バッチのレコードの全項目を含む',
  fields: { batch_id: batchId, seq: digits('Number in the batch: from 1', '連番：1から') },
  example: { batch_id: '41', seq: '7' },
});

export const batchSearchAnswerMeaning = meaningOf(batchSearchAnswer, {
  origin: 'answer',
  meaning: 'A page of records that contain a text',
  ja: 'レコード検索レスポンス：指定した文字列を含むレコード1ページ分',
  fields: {
    ...answerEnvelope.fields,
    record_list: records(
      'Records: those that were found',
      'レコードリスト：検索に一致したレコード',
      foundRecordMeaning,
    ),
    next_seq: orEmpty(
      digits(
        'Next record: the next call sends it as seq_from; "" at the end of the batch',
        '次の開始連番：次の呼び出しでseq_fromとして送信する。バッチの末尾では""',
      ),
    ),
  },
  example: { ...answerEnvelope.example, next_seq: '2501' },
});

export const batchCancelAnswerMeaning = meaningOf(batchCancelAnswer, {
  origin: 'answer',
  meaning: 'Outcome for a batch that its owner no longer wants',
  ja: 'バッチ取消レスポンス：不要になったバッチの処理結果',
  fields: {
    ...answerEnvelope.fields,
    batch_id: batchId,
    outcome: coded('Outcome: what was done', '取消結果：行われた処理', [
      { value: 'cancelled', meaning: 'the batch had not ended: it is aborted', ja: '処理中止' },
      { value: 'discarded', meaning: 'the batch had ended: its records are removed', ja: '破棄' },
    ]),
  },
  example: { ...answerEnvelope.example, batch_id: '41', outcome: 'cancelled' },
});
