import type { DescribedValues, ValueDescription } from './value-description.js';

/** All answer headers of the data API that have a meaning for callers. */
export const answerHeaders = {
  'X-Request-Id': {
    meaning: 'Number of this call, which is also request_id in the body; give it when you ask the operator',
    ja: 'リクエストID：この呼び出しの番号。本文のrequest_idと同じ値。運営者への問い合わせ時に伝える',
    schema: { type: 'string', pattern: '^[0-9a-f-]{36}$' },
    example: '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11',
  },
  'RateLimit-Limit': count(
    'Number of calls that the access token may make in a period',
    'コール回数上限：期間内にアクセストークンで呼び出せる回数',
    600,
  ),
  'RateLimit-Remaining': count(
    'Number of calls that are left in this period',
    '残りコール回数：期間内に呼び出せる残りの回数',
    599,
  ),
  'RateLimit-Reset': count('Seconds until the period ends', '上限リセットまでの秒数：期間が終わるまでの秒数', 60),
  'RateLimit-Policy': {
    meaning: 'The limits of the access token and of its client: the number of calls, and the period in seconds',
    ja: 'コール回数制限ポリシー：アクセストークンとクライアントの上限（回数と期間の秒数）',
    schema: { type: 'string' },
    example: '600;w=60, 2400;w=60',
  },
  'Retry-After': count(
    'Seconds to wait before the call is made again',
    '再試行までの秒数：次に呼び出すまで待つ秒数',
    1,
  ),
  'WWW-Authenticate': {
    meaning: 'How to authenticate, and the defect of the token that was sent',
    ja: '認証方式：認証の方法と、送信されたトークンの問題点',
    schema: { type: 'string' },
    example: 'Bearer realm="/api", error="invalid_token"',
  },
  'Content-Language': {
    meaning: 'The language of error_detail, if the request names languages in Accept-Language: en or ja',
    ja: 'エラー詳細の言語：Accept-Languageが指定された場合のerror_detailの言語。enまたはja',
    schema: { type: 'string', pattern: '^(en|ja)$' },
    example: 'ja',
  },
  'X-Ignored-Fields': {
    meaning: 'Fields of the request that the function does not know, separated by commas; absent if there is none',
    ja: '無視された項目：リクエストのうち機能が認識しない項目。カンマ区切り。ない場合はヘッダーなし',
    schema: { type: 'string' },
    example: 'color',
  },
  'X-Range-Crc32': {
    meaning:
      'CRC-32 of the uncompressed UTF-8 bytes of the array elements and the commas between them; always the same for a range',
    ja: '範囲CRC-32：配列の要素とその間のカンマのCRC-32（UTF-8、非圧縮）。同じ範囲では常に同じ値',
    schema: { type: 'string', pattern: '^[0-9a-f]{8}$' },
    example: '1c291ca3',
  },
  Age: count(
    'Age of the data in seconds, if the request is answered with an earlier result (Prefer: reuse)',
    '経過秒数：リクエストに応えた既存結果のスナップショットからの秒数（Prefer: reuse）',
    12,
  ),
  'Preference-Applied': {
    meaning: 'The preferences of the request that were honoured',
    ja: '適用された設定：リクエストの希望のうち適用されたもの',
    schema: { type: 'string' },
    example: 'delivery=acknowledged',
  },
  'X-Change-Cursor': {
    meaning:
      'Marks the state of the data in the batch; send it in Prefer as changes-since=CURSOR in a later request with the same criteria',
    ja: '変更カーソル：バッチが示すデータの状態。同じ条件の以降のリクエストで、Preferにchanges-since=CURSORとして送信する',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    example: 'dGhpcyBpcyBhbiBleGFtcGxl',
  },
  ETag: {
    meaning: 'Strong validator of the records: send it in If-None-Match',
    ja: 'エンティティタグ：レコードの強い検証子。If-None-Matchで送信する',
    schema: { type: 'string' },
    example: '"41-1-1830-gzip"',
  },
} as const satisfies DescribedValues;

export type AnswerHeader = keyof typeof answerHeaders;

function count(meaning: string, ja: string, example: number): ValueDescription {
  return { meaning, ja, schema: { type: 'integer', minimum: 0 }, example };
}
