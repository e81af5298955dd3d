import { envelope, errorEntry, result } from '../envelope.js';
import { resultValues } from './coded-values.js';
import { meaningOf } from './meaning-of.js';
import { coded, orEmpty, records, shaped, text } from './own-forms.js';

export const errorEntryMeaning = meaningOf(errorEntry, {
  origin: 'answer',
  meaning: 'One reason why a call, or one element of it, was refused',
  ja: 'エラー情報：呼び出しまたはその要素が拒否された理由1件',
  fields: {
    error_item: orEmpty(
      text(
        'Error field: the refused field, with its place in a list; "" if no single field is refused',
        'エラー項目：リスト内の位置を含む。単独の項目に対応しない場合は""',
      ),
    ),
    error_code: shaped('Error code', 'エラーコード', { format: 'E and six digits', pattern: 'E[0-9]{6}' }),
    error_detail: text(
      'Error detail: what to do about it, in English or in the language of Accept-Language',
      'エラー詳細：対処方法。英語、またはAccept-Languageの言語',
    ),
  },
  example: {
    error_item: 'status_code[1]',
    error_code: 'E000004',
    error_detail: 'Send one of "10", "20", "40", "41", "60", "61", "68", "80", "84", "88", "90".',
  },
});

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const envelopeMeaning = meaningOf(envelope, {
  origin: 'answer',
  meaning: 'The fields that open every answer; a refusal has no others',
  ja: '共通レスポンス：すべての応答の先頭にある項目。拒否の応答にはこの項目のみが入る',
  fields: {
    request_id: shaped(
      'Request ID: of this call, also in the header X-Request-Id; name it when you ask the operator',
      'リクエストID：この呼び出しの番号。ヘッダーX-Request-Idと同じ値。運営者への問い合わせ時に伝える番号',
      { format: 'a UUID', pattern: uuid },
    ),
    result: coded(
      'Result: whether the call was carried out',
      '処理結果：呼び出しが正常に処理されたかどうか',
      resultValues,
    ),
    error_list: records(
      'Errors: all reasons of a refusal at once, one for each field',
      'エラーリスト：拒否の理由をすべて一度に返す。項目ごとに1件',
      errorEntryMeaning,
    ),
  },
  example: { request_id: '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11', result: result.error },
});

/** The envelope of a successful call, for answers with further fields. */
export const answerEnvelope = {
  fields: envelopeMeaning.fields,
  example: { request_id: '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11', result: result.normal, error_list: [] },
};
