/**
 * Every error code of the data API (Spec 7): its name in the code, its meaning, and the default text of `error_detail` in English
 * and in Japanese.
 */
export const errorTable = {
  E000001: {
    name: 'missing',
    meaning: 'a required field is missing',
    detail: 'This field is required: send a value.',
    detailJa: 'この項目は必須です。値を設定してください。',
  },
  E000002: {
    name: 'wrongFormat',
    meaning: 'wrong type or format (dates that do not exist included)',
    detail: 'The value has the wrong type or format: send it as the contract describes.',
    detailJa: '値の型または形式が正しくありません。仕様に記載の形式で送信してください。',
  },
  E000003: {
    name: 'tooLong',
    meaning: 'too long',
    detail: 'The value is too long: shorten it.',
    detailJa: '値が長すぎます。文字数を減らしてください。',
  },
  E000004: {
    name: 'notAllowed',
    meaning: 'value outside the allowed set',
    detail: 'The value is not one of the allowed ones: send one of those.',
    detailJa: '使用できない値です。許容されている値のいずれかを送信してください。',
  },
  E000005: {
    name: 'fromAfterTo',
    meaning: 'from is after to',
    detail: 'The start is after the end: exchange or correct them.',
    detailJa: '開始が終了より後になっています。入れ替えるか、修正してください。',
  },
  E000006: {
    name: 'periodTooLong',
    meaning: 'period longer than this installation allows',
    detail: 'The period is too long: ask for a shorter one.',
    detailJa: '期間が長すぎます。期間を短くして要求してください。',
  },
  E000007: {
    name: 'tooManyElements',
    meaning: 'too many list elements',
    detail: 'The list has too many elements: split it over several requests.',
    detailJa: 'リストの要素が多すぎます。複数のリクエストに分割してください。',
  },
  E000008: {
    name: 'memberNotVisible',
    meaning: 'member code unknown, without the needed relation, or not visible to the caller',
    detail: 'This member code is unknown, has no relation to you, or is not visible to you: check it.',
    detailJa: '会員コードが存在しないか、取引関係または参照権限がありません。会員コードを確認してください。',
  },
  E000009: {
    name: 'batchUnknown',
    meaning: 'batch unknown, of another function or caller, or expired',
    detail: 'There is no such batch for this function and caller, or it has expired: request a new one.',
    detailJa: 'この機能と呼び出し元に該当するバッチがないか、保存期間を過ぎています。再度要求してください。',
  },
  E000010: {
    name: 'batchNotFinished',
    meaning: 'batch not finished, aborted or failed: nothing to get',
    detail: 'The batch has no records to get: confirm it first and get when batch_flg is 3.',
    detailJa: '取得できるレコードがありません。先に確認を行い、batch_flg が 3 になってから取得してください。',
  },
  E000011: {
    name: 'rangeInvalid',
    meaning: 'sequence range invalid, or wider than this installation allows',
    detail: 'The sequence range is invalid or too wide: start at 1 or later and ask for fewer records.',
    detailJa: '連番の範囲が不正か、広すぎます。1 以上から始め、件数を減らして取得してください。',
  },
  E000012: {
    name: 'productNotOrderable',
    meaning: 'product unknown or not orderable',
    detail: 'This product is unknown or cannot be ordered: check it in the order master.',
    detailJa: '商品が存在しないか、発注できません。発注マスタで商品を確認してください。',
  },
  E000013: {
    name: 'updatedElsewhere',
    meaning: 'exclusive control: another update was applied first',
    detail: 'Another update was applied first: read the current state and try again.',
    detailJa: '別の更新が先に反映されました。最新の状態を取得してから、再度お試しください。',
  },
  E000014: {
    name: 'orderingBlocked',
    meaning: 'ordering is blocked (order block)',
    detail: 'Ordering between these members is blocked: ask the seller.',
    detailJa: 'この取引先への発注は停止されています。売り手にお問い合わせください。',
  },
  E000015: {
    name: 'duplicate',
    meaning: 'duplicate: upload_no, update_no or a slip twice in one request, or used before with other content',
    detail: 'This element is there twice: send it once.',
    detailJa: '同じ要素が重複しています。1 回だけ送信してください。',
  },
  E000016: {
    name: 'noDeliveryDate',
    meaning: 'no delivery date can be found within 366 days',
    detail: 'No delivery date can be found within 366 days: ask the seller about its settings.',
    detailJa: '366日以内に納品可能な日がありません。売り手に設定をご確認ください。',
  },
  E000017: {
    name: 'hopedDateImpossible',
    meaning: 'wished delivery date is earlier than the shortest one, or is a non-trading day',
    detail: 'The wished delivery date is not possible: choose the shortest date or a later trading day.',
    detailJa: '納品希望日を指定できません。最短納品日、またはそれ以降の取引可能日を指定してください。',
  },
  E000018: {
    name: 'quantityAgainstLot',
    meaning:
      'quantity below the minimum lot, not a multiple of the lot, or beyond what an update allows; amount beyond 12 digits before the point',
    detail:
      'The quantity or amount is not possible: order at least the minimum lot, in multiples of the lot, below 12 digits.',
    detailJa:
      '数量または金額が範囲外です。最低発注数以上、かつ発注ロットの倍数で、金額が12桁以内になるよう発注してください。',
  },
  E000019: {
    name: 'idempotencyKeyReused',
    meaning: 'Idempotency-Key reused with another body',
    detail: 'This Idempotency-Key was used with another body: send a new key.',
    detailJa: 'この Idempotency-Key は別の内容で使用済みです。新しいキーを送信してください。',
  },
  E000020: {
    name: 'slipUnknown',
    meaning: "slip unknown, or not the caller's to change",
    detail: 'There is no such slip, or it is not yours to change: check it in the order list.',
    detailJa: '伝票が存在しないか、変更する権限がありません。発注一覧で確認してください。',
  },
  E000021: {
    name: 'uploadHasBegun',
    meaning: 'an upload that has begun cannot be cancelled',
    detail: 'The upload has begun and cannot be cancelled: wait for its end and get the results.',
    detailJa: 'アップロードの処理が始まっているため、取り消せません。完了を待って結果を取得してください。',
  },
  E000022: {
    name: 'actionNotPossible',
    meaning: 'the action is not possible for this side in this state of the slip',
    detail: 'The action is not possible in this state of the slip: read the slip and take one that is possible.',
    detailJa: '伝票の現在の状態では、この操作を行えません。伝票を確認し、実行できる操作を選んでください。',
  },
  E000023: {
    name: 'cursorTooOld',
    meaning: 'the cursor is older than the events that are kept',
    detail: 'Events after this cursor are no longer kept: read everything anew, and follow events from now on.',
    detailJa:
      'このカーソル以降のイベントは保存期間を過ぎています。全件を取得し直し、現在からイベントの取得を再開してください。',
  },
  E100001: {
    name: 'noAuthority',
    meaning: 'the caller has no authority for the function',
    detail: 'You have no authority for this function: ask the operator.',
    detailJa: 'この機能を利用する権限がありません。運営者にお問い合わせください。',
  },
  E100002: {
    name: 'tokenInvalid',
    meaning: 'access token missing, invalid, expired or revoked',
    detail: 'The access token is missing, invalid, expired or revoked: get a new one and send it as a Bearer token.',
    detailJa:
      'アクセストークンがないか、不正、期限切れ、または失効しています。新しいトークンを取得し、Bearer トークンとして送信してください。',
  },
  E100003: {
    name: 'tooManyCalls',
    meaning: 'too many calls, or too many batches',
    detail: 'Too many calls: wait as long as Retry-After says.',
    detailJa: '呼び出しが多すぎます。Retry-After の秒数だけ待ってから再送してください。',
  },
  E700001: {
    name: 'bodyUnreadable',
    meaning: 'the request cannot be read: no HTTP, no JSON, or nested too deep',
    detail: 'The body is not readable JSON: send one JSON object in UTF-8.',
    detailJa: '本文を JSON として読み取れません。UTF-8 の JSON オブジェクトを 1 つ送信してください。',
  },
  E700002: {
    name: 'wrongContentType',
    meaning: 'Content-Type is not application/json',
    detail: 'Send the body with Content-Type: application/json.',
    detailJa: 'Content-Type: application/json を指定して送信してください。',
  },
  E700003: {
    name: 'notAcceptable',
    meaning: 'Accept does not allow application/json',
    detail: 'The answer is JSON: let Accept allow application/json.',
    detailJa: '応答は JSON です。Accept で application/json を許容してください。',
  },
  E700004: {
    name: 'unknownPath',
    meaning: 'unknown path',
    detail: 'There is nothing at this path: check the address.',
    detailJa: 'このパスには何もありません。アドレスを確認してください。',
  },
  E700005: {
    name: 'methodNotAllowed',
    meaning: 'method not allowed',
    detail: 'This method is not allowed here: use one that Allow names.',
    detailJa: 'このパスでは使用できないメソッドです。Allow に示されたメソッドを使用してください。',
  },
  E700006: {
    name: 'bodyTooLarge',
    meaning: 'body too large',
    detail: 'The body is too large: split the request.',
    detailJa: '本文が大きすぎます。リクエストを分割してください。',
  },
  E900001: {
    name: 'internal',
    meaning: 'internal error',
    detail: 'Something went wrong here: tell the operator the request_id.',
    detailJa: 'サービス内部でエラーが発生しました。request_id を運営者にお知らせください。',
  },
  E900002: {
    name: 'unavailable',
    meaning: 'not available now',
    detail: 'The service is not available now: try again after the time that Retry-After says.',
    detailJa: '現在サービスを利用できません。Retry-After の秒数だけ待ってから再送してください。',
  },
} as const;

type ErrorTable = typeof errorTable;

/** Every error code of the data API (Spec 7). */
export type ErrorCode = keyof ErrorTable;

/** The name of an error code in the code: `errorCode.missing` is `E000001`. */
export type ErrorName = ErrorTable[ErrorCode]['name'];

/** The error codes by name (Spec 7). */
export const errorCode = Object.freeze(
  Object.fromEntries(Object.entries(errorTable).map(([code, { name }]) => [name, code])),
) as { readonly [Code in ErrorCode as ErrorTable[Code]['name']]: Code };
