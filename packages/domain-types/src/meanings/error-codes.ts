import type { ErrorCode } from '../error-codes.js';

/** A text in both languages of the documents. */
export interface BothLanguages {
  readonly en: string;
  readonly ja: string;
}

/** The cause of a refusal with a code, and the remedy for its caller. */
export interface ErrorMeaning {
  readonly cause: BothLanguages;
  readonly remedy: BothLanguages;
}

/** Cause and remedy of every error code (Spec 7). */
export const errorMeanings = {
  E000001: {
    cause: { en: 'A required field was not sent, or was sent empty.', ja: '必須項目が送信されていないか、空です。' },
    remedy: { en: 'Send a value in the field that error_item names.', ja: 'error_item の項目に値を設定してください。' },
  },
  E000002: {
    cause: {
      en: 'A value has the wrong JSON type, is written in the wrong way, or is a date that does not exist.',
      ja: '値の型または形式が正しくありません（存在しない日付を含みます）。',
    },
    remedy: {
      en: 'Write the value as described in the reference. A cursor must come from an earlier answer.',
      ja: 'リファレンスに記載の形式で送信してください。カーソルには前回の応答の値を使用してください。',
    },
  },
  E000003: {
    cause: { en: 'A value has more characters than its field allows.', ja: '値が項目の最大文字数を超えています。' },
    remedy: {
      en: 'Shorten it to the limit that error_detail names.',
      ja: 'error_detail に示された文字数以内にしてください。',
    },
  },
  E000004: {
    cause: { en: 'A coded value is not one of the allowed ones.', ja: 'コード値が許容値のいずれでもありません。' },
    remedy: {
      en: 'Send one of the values that error_detail lists.',
      ja: 'error_detail に列挙された値のいずれかを送信してください。',
    },
  },
  E000005: {
    cause: { en: 'The end of a range lies before its start.', ja: '範囲の終了が開始より前になっています。' },
    remedy: {
      en: 'Exchange the two, or correct one of them.',
      ja: '開始と終了を入れ替えるか、いずれかを修正してください。',
    },
  },
  E000006: {
    cause: {
      en: 'The period has more days than this installation allows.',
      ja: '期間がこの環境で許容される日数を超えています。',
    },
    remedy: {
      en: 'Ask for shorter periods, one after the other; error_detail names the limit.',
      ja: 'error_detail に示された日数以内の期間に分割して要求してください。',
    },
  },
  E000007: {
    cause: { en: 'A list has more elements than allowed.', ja: 'リストの要素数が上限を超えています。' },
    remedy: { en: 'Split it over several requests.', ja: '複数のリクエストに分割してください。' },
  },
  E000008: {
    cause: {
      en: 'A member code is unknown, has no relation to the caller, or the caller may not see it. The answer does not say which.',
      ja: '会員コードが存在しない、呼び出し元との取引関係がない、または参照権限がありません（いずれかは示されません）。',
    },
    remedy: {
      en: 'Check the member code; ask the operator if the member should be visible to you.',
      ja: '会員コードを確認し、参照できるはずの会員であれば運営者に問い合わせてください。',
    },
  },
  E000009: {
    cause: {
      en: 'There is no such batch for this caller and this function, or it has expired.',
      ja: '呼び出し元および機能に該当するバッチが存在しないか、保存期間を過ぎています。',
    },
    remedy: {
      en: 'Check and get with the paths of the function that made the batch; request a new one if it has expired.',
      ja: 'バッチを要求した機能のパスで確認・取得してください。期限切れの場合は再度要求してください。',
    },
  },
  E000010: {
    cause: {
      en: 'The batch has no records to get: it is not finished, was aborted, or ended with an error.',
      ja: 'バッチが処理中、中止、または異常終了のため、取得できるレコードがありません。',
    },
    remedy: {
      en: 'Get when check answers batch_flg 3. After 4 or 5 request a new batch.',
      ja: '確認の batch_flg が 3 になってから取得してください。4 または 5 の場合は再度要求してください。',
    },
  },
  E000011: {
    cause: {
      en: 'The range of sequence numbers begins below 1, ends before it begins, or is wider than this installation allows.',
      ja: '連番の範囲が 1 未満から始まる、終了が開始より前、またはこの環境の上限を超えています。',
    },
    remedy: {
      en: 'Begin at 1 or later, and ask for the records in ranges of the width that error_detail names.',
      ja: '1 以上から始め、error_detail に示された件数以内の範囲に分けて取得してください。',
    },
  },
  E000012: {
    cause: {
      en: 'The product is unknown, deleted, hidden, not approved or no longer sold, or is not in the order master of this pair.',
      ja: '商品が存在しない、削除済み、非表示、未承認、販売中止、またはこの取引の発注マスタにありません。',
    },
    remedy: { en: 'Look the product up in the order master.', ja: '発注マスタで商品を確認してください。' },
  },
  E000013: {
    cause: {
      en: 'Another update of the same slip was applied first.',
      ja: '同じデータに対する別の更新が先に反映されました。',
    },
    remedy: {
      en: 'Read the current state, decide again, and send the request with the version that you have now.',
      ja: '最新の状態を取得し、内容を確認のうえ最新のバージョンで再送してください。',
    },
  },
  E000014: {
    cause: {
      en: 'An order block stops ordering between the two members.',
      ja: '発注停止設定により、この取引先への発注が停止されています。',
    },
    remedy: { en: 'Ask the seller to lift the block.', ja: '売り手に発注停止の解除を依頼してください。' },
  },
  E000015: {
    cause: {
      en: 'An upload_no, an update_no or a slip occurs twice in one request, or the number was used before with other content.',
      ja: '同じ upload_no・update_no・伝票がリクエスト内で重複しているか、番号が別の内容で使用済みです。',
    },
    remedy: {
      en: 'Give each order and each update a number of its own; repeat it unchanged to get its outcome again.',
      ja: '発注・更新ごとに一意の番号を設定してください。再送する場合は同じ内容で送信してください。',
    },
  },
  E000016: {
    cause: {
      en: 'The settings of the seller leave no delivery day within 366 days.',
      ja: '売り手の設定により、366日以内に納品可能な日がありません。',
    },
    remedy: { en: 'Ask the seller about its settings.', ja: '売り手に設定を確認してください。' },
  },
  E000017: {
    cause: {
      en: 'The wished delivery date is earlier than the shortest one, or is a non-trading day.',
      ja: '納品希望日が最短納品日より前、または取引不可日です。',
    },
    remedy: {
      en: 'Take the shortest date that the answer names, or a later trading day.',
      ja: '応答の最短納品日、またはそれ以降の取引可能日を指定してください。',
    },
  },
  E000018: {
    cause: {
      en: 'The quantity is below the minimum lot, is not a multiple of the lot, or is more than was ordered or received, or an amount has more than 12 digits before the point.',
      ja: '数量が最低発注数未満、発注ロットの倍数でない、もしくは発注数・受領数を超えている、または金額の整数部が12桁を超えています。',
    },
    remedy: {
      en: 'Order at least minimum_lot, in multiples of multiple_lot; both are in the order master. If an amount is too large, order less, or send several orders.',
      ja: '発注マスタの最低発注数以上、かつ発注ロットの倍数で発注してください。金額が大きすぎる場合は、数量を減らすか、複数の発注に分けてください。',
    },
  },
  E000019: {
    cause: {
      en: 'The Idempotency-Key was used before with another body.',
      ja: 'Idempotency-Key が別の内容のリクエストで使用済みです。',
    },
    remedy: {
      en: 'Use a new key for a new request; repeat the same body to get the first answer again.',
      ja: '新しいリクエストには新しいキーを使用してください。再送の場合は同じ内容で送信してください。',
    },
  },
  E000020: {
    cause: {
      en: 'There is no such slip, or the caller may not change it. The answer does not say which.',
      ja: '伝票が存在しないか、変更する権限がありません（いずれかは示されません）。',
    },
    remedy: { en: 'Look the slip up in the order list.', ja: '発注一覧で伝票を確認してください。' },
  },
  E000021: {
    cause: {
      en: 'The upload has begun; only one that still waits can be cancelled.',
      ja: 'アップロードの処理が開始されています。取り消せるのは処理待ちの間のみです。',
    },
    remedy: {
      en: 'Wait for its end and get the results; then you can change the orders that it has taken.',
      ja: '処理の完了を待って結果を取得し、必要な場合は登録された発注を変更してください。',
    },
  },
  E000022: {
    cause: {
      en: 'The slip is in a state in which the side of the caller cannot take this action, or it was imported in a form that no action can change.',
      ja: '伝票の現在の状態では、この操作を行うことができません。または、変更できない形式で取り込まれた伝票です。',
    },
    remedy: {
      en: 'Read the slip again, and take one of the actions that error_detail names.',
      ja: '伝票を再度取得し、error_detail に示された操作を行ってください。',
    },
  },
  E000023: {
    cause: {
      en: 'Events after the cursor have been removed because of their age, or the cursor is of another platform.',
      ja: 'カーソル以降のイベントの一部が保存期間を過ぎて削除されたか、別環境のカーソルです。',
    },
    remedy: {
      en: 'Download what you need in full, then read events without after.',
      ja: '必要なデータを全件取得し、after を指定せずにイベントの取得を再開してください。',
    },
  },
  E100001: {
    cause: {
      en: 'The application does not have the right that error_detail names, or its user belongs to no member that exists.',
      ja: 'アプリケーションに error_detail が示す権限がないか、利用者の企業が存在しません。',
    },
    remedy: {
      en: 'Ask the operator for the right, and then sign in or get a token anew.',
      ja: '運営者に権限の付与を依頼し、その後で再度ログインするかトークンを取得し直してください。',
    },
  },
  E100002: {
    cause: {
      en: 'The access token is missing, malformed, expired or revoked.',
      ja: 'アクセストークンがない、不正、有効期限切れ、または失効しています。',
    },
    remedy: {
      en: 'Reissue the tokens with the refresh token and repeat the call once with Authorization: Bearer.',
      ja: 'リフレッシュトークンで再発行し、Authorization: Bearer を付けて一度だけ再送してください。',
    },
  },
  E100003: {
    cause: {
      en: 'Too many calls in a minute, or too many batches of the caller wait or run.',
      ja: '呼び出し回数の上限、または処理待ち・処理中のバッチ数の上限を超えました。',
    },
    remedy: {
      en: 'Wait for the seconds in the header Retry-After; the RateLimit headers show the calls that are left.',
      ja: 'Retry-After ヘッダーの秒数だけ待ってから再送してください。残り回数は RateLimit ヘッダーで確認できます。',
    },
  },
  E700001: {
    cause: {
      en: 'The request cannot be read: it is not HTTP or not JSON, or is nested too deep.',
      ja: 'リクエストを解釈できません（HTTP または JSON として不正、あるいはネストが深すぎます）。',
    },
    remedy: { en: 'Send one JSON object in UTF-8.', ja: 'UTF-8 の JSON オブジェクトを 1 つ送信してください。' },
  },
  E700002: {
    cause: { en: 'Content-Type is not application/json.', ja: 'Content-Type が application/json ではありません。' },
    remedy: { en: 'Send Content-Type: application/json.', ja: 'Content-Type: application/json を指定してください。' },
  },
  E700003: {
    cause: { en: 'Accept does not allow application/json.', ja: 'Accept が application/json を許容していません。' },
    remedy: {
      en: 'Leave Accept out, or allow application/json in it.',
      ja: 'Accept を省略するか、application/json を許容してください。',
    },
  },
  E700004: {
    cause: { en: 'There is nothing at this path.', ja: '指定されたパスは存在しません。' },
    remedy: { en: 'Check the address against the reference.', ja: 'リファレンスでパスを確認してください。' },
  },
  E700005: {
    cause: { en: 'The path does not support this method.', ja: 'このパスでは使用できないメソッドです。' },
    remedy: {
      en: 'Use a method of the header Allow.',
      ja: 'Allow ヘッダーに示されたメソッドを使用してください。',
    },
  },
  E700006: {
    cause: {
      en: 'The body is larger than 1 MiB, or 16 MiB for an order upload.',
      ja: 'リクエスト本文が上限（1 MiB、発注データアップロードは 16 MiB）を超えています。',
    },
    remedy: { en: 'Split the request.', ja: 'リクエストを分割してください。' },
  },
  E900001: {
    cause: { en: 'Something went wrong in the service.', ja: 'サービス内部でエラーが発生しました。' },
    remedy: {
      en: 'Repeat the call once; if it fails again, send the request_id to the operator.',
      ja: '一度だけ再送し、再度失敗する場合は request_id を添えて運営者に連絡してください。',
    },
  },
  E900002: {
    cause: {
      en: 'The service is not available now: it is starting, stopping or overloaded.',
      ja: 'サービスが起動中、停止中、または過負荷のため利用できません。',
    },
    remedy: {
      en: 'Repeat the call after the seconds in the header Retry-After.',
      ja: 'Retry-After ヘッダーの秒数だけ待ってから再送してください。',
    },
  },
} as const satisfies Readonly<Record<ErrorCode, ErrorMeaning>>;
