import { amountForm, quantityForm } from '../amount.js';
import { ownLimits } from '../limits.js';
import type { BothLanguages } from '../meanings/error-codes.js';
import { dateFormat, dateTimeFormat } from '../tokyo-time.js';

const decimalJa = `整数部${ownLimits.priceDigits}桁以内、小数部${ownLimits.priceDecimals}桁以内の`;
const tooManyDigits = `has more than ${ownLimits.priceDigits} digits before the point`;
const tooManyDigitsJa = `の整数部が${ownLimits.priceDigits}桁を超えています。`;

/**
 * Every text of `error_detail` that says more than the default text of its code, in both languages. Names in braces stand for
 * values. A value whose name begins with a capital letter is itself a text of this table.
 */
export const errorTexts = {
  // The form of a body and of its fields.
  body: { en: 'Send one JSON object as the body.', ja: '本文に JSON オブジェクトを 1 つ送信してください。' },
  emptyElement: {
    en: 'This element is empty: send a value or leave it out.',
    ja: 'この要素は空です。値を設定するか、省略してください。',
  },
  object: { en: 'Send an object here.', ja: 'オブジェクトを送信してください。' },
  text: { en: 'Send a string.', ja: '文字列を送信してください。' },
  code: { en: 'Send a string or an integer.', ja: '文字列または整数を送信してください。' },
  decimal: { en: 'Send a string or a number.', ja: '文字列または数値を送信してください。' },
  list: { en: 'Send a list.', ja: '配列を送信してください。' },
  element: {
    en: 'Send a string, or an object with exactly one string value.',
    ja: '文字列、または文字列の値を 1 つだけ持つオブジェクトを送信してください。',
  },
  atMostCharacters: { en: 'Send at most {most} characters.', ja: '{most}文字以内で送信してください。' },
  atMostElements: {
    en: 'Send at most {most} elements in one request.',
    ja: '1 回のリクエストの要素は{most}個以内にしてください。',
  },
  atMostElementsInAll: {
    en: 'Send at most {most} elements of {list} in one request.',
    ja: '1 回のリクエストの {list} の要素は、合計{most}個以内にしてください。',
  },
  storable: {
    en: 'Send Unicode text without NUL characters.',
    ja: 'NUL 文字を含まない Unicode の文字列を送信してください。',
  },
  digits: { en: 'Send decimal digits only.', ja: '半角数字のみを送信してください。' },
  fromOne: { en: 'Send a number from 1 on.', ja: '1 以上の数を送信してください。' },
  numberBetween: {
    en: 'Send a number from {least} to {most}.',
    ja: '{least}から{most}までの数を送信してください。',
  },
  day: {
    en: `Send a day that exists, written ${dateFormat}.`,
    ja: `実在する日付を ${dateFormat} の形式で送信してください。`,
  },
  dayTime: {
    en: `Send a date and time that exist, written ${dateTimeFormat}.`,
    ja: `実在する日時を ${dateTimeFormat} の形式で送信してください。`,
  },
  timeOfDay: {
    en: 'Send a time that exists, written HH:mm:ss.',
    ja: '実在する時刻を HH:mm:ss の形式で送信してください。',
  },
  amount: { en: `Send ${amountForm}.`, ja: `${decimalJa} 0 以上の数を送信してください。` },
  quantity: { en: `Send ${quantityForm}.`, ja: `${decimalJa} 0 より大きい数を送信してください。` },
  cursor: {
    en: 'Send the next_cursor of a former answer as it is.',
    ja: '以前の応答の next_cursor をそのまま送信してください。',
  },
  oneOf: { en: 'Send one of {values}.', ja: '{values} のいずれかを送信してください。' },
  responseType: {
    en: 'Send "{value}" or leave the field out.',
    ja: '"{value}" を送信するか、項目を省略してください。',
  },
  asManyAs: { en: 'Send as many elements as {other} has.', ja: '{other} と同じ数の要素を送信してください。' },
  eitherOr: {
    en: 'Send either this field or {other}, not both.',
    ja: 'この項目と {other} は同時に指定できません。どちらか一方を送信してください。',
  },
  notBefore: {
    en: 'Send a value that is not before {start}.',
    ja: '{start} より前にならない値を送信してください。',
  },
  periodAtMost: {
    en: 'Send a period of at most {days} days, both ends counted.',
    ja: '期間は、両端を含めて{days}日以内にしてください。',
  },
  rangeEnd: { en: 'Send a number from {start} on.', ja: '{start} 以上の数を送信してください。' },
  rangeEndAtMost: {
    en: 'Send a number from {start} on, for at most {most} records in one call.',
    ja: '{start} 以上で、一度に取得する件数が{most}件以内になる数を送信してください。',
  },
  sinceOrAfter: { en: 'Send since or after.', ja: 'since または after を送信してください。' },
  product: {
    en: 'Send either catalog_id or private_item_code.',
    ja: 'catalog_id または private_item_code のどちらかを送信してください。',
  },
  versionOrRecord: {
    en: 'Send the version that you saw, or batch_id and seq of your trade download.',
    ja: '確認した version、または取引データダウンロードの batch_id と seq を送信してください。',
  },
  seqOfRecord: {
    en: 'Send the seq that the slip has in this trade download.',
    ja: 'この取引データダウンロードでの伝票の seq を送信してください。',
  },
  lineNumber: { en: 'Send the number of the new line.', ja: '新しい明細の番号を送信してください。' },
  lineOrProduct: {
    en: 'Send the trade_prod_id of a line that stays, or catalog_id or private_item_code of a new one.',
    ja: '残す明細は trade_prod_id を、新しい明細は catalog_id または private_item_code を送信してください。',
  },
  notOfAction: {
    en: 'The action {action} does not take this field: leave it out.',
    ja: '操作 {action} ではこの項目を使用できません。省略してください。',
  },

  // Parameters of a query, and headers.
  wholeNumber: { en: 'Send one whole number.', ja: '整数を 1 つ送信してください。' },
  fieldPath: { en: 'Send names with dots between them.', ja: '項目名を「.」で区切って送信してください。' },
  tooManySearches: {
    en: 'Too many searches are running: try again later.',
    ja: '検索が同時に実行されすぎています。しばらくしてから再試行してください。',
  },
  plainText: { en: 'Send a text without control characters.', ja: '制御文字を含まない文字列を送信してください。' },
  oneValue: { en: 'Send one value.', ja: '値を 1 つ送信してください。' },
  keyCharacters: {
    en: 'Send a key of at most {most} characters.',
    ja: 'キーは{most}文字以内で送信してください。',
  },
  keyForm: {
    en: 'Send one key of visible ASCII characters.',
    ja: '表示可能な ASCII 文字のキーを 1 つ送信してください。',
  },
  eventCursor: {
    en: 'Send a next_cursor of an earlier answer, or 0.',
    ja: '以前の応答の next_cursor、または 0 を送信してください。',
  },
  eventTypes: {
    en: 'Send types among {types}, with a comma between them; * at the end names all that begin so.',
    ja: '次の種類をカンマ区切りで送信してください：{types}。末尾の * は、その前までが一致するすべての種類を表します。',
  },
  jsonOrStream: {
    en: 'The answer is JSON or a stream: let Accept allow application/json or text/event-stream.',
    ja: '応答は JSON またはストリームです。Accept で application/json または text/event-stream を許容してください。',
  },
  jsonLines: {
    en: 'The answer is NDJSON: let Accept allow application/x-ndjson.',
    ja: '応答は NDJSON です。Accept で application/x-ndjson を許容してください。',
  },
  commaList: {
    en: 'Send one list with commas between the values.',
    ja: '値をカンマで区切った一覧を 1 つ送信してください。',
  },

  // Requests that cannot be read.
  requestLate: {
    en: 'The request took too long to arrive: send it faster.',
    ja: 'リクエストの受信に時間がかかりすぎました。より速く送信してください。',
  },
  headersTooLarge: {
    en: 'The headers are too large: send fewer or shorter ones.',
    ja: 'ヘッダーが大きすぎます。数を減らすか、短くしてください。',
  },
  notHttp: {
    en: 'The request is not readable HTTP: correct it.',
    ja: 'HTTP のリクエストとして読み取れません。修正してください。',
  },
  noProxy: {
    en: 'This service is no proxy: name a path of its own.',
    ja: 'このサービスはプロキシではありません。サービス自身のパスを指定してください。',
  },
  bodiesUnderWay: {
    en: 'Too many bodies are under way: send this one again a little later.',
    ja: '処理中の本文が多すぎます。少し待ってから再送してください。',
  },
  bodyEndedEarly: {
    en: 'The body ended early: send it again.',
    ja: '本文が途中で終わっています。再送してください。',
  },
  bodyInPieces: {
    en: 'The body comes in too many pieces: send longer ones.',
    ja: '本文の分割が多すぎます。1 回に送る単位を大きくしてください。',
  },
  bodyTooDeep: {
    en: 'The body is nested too deep: send arrays and objects in at most {levels} levels.',
    ja: '本文のネストが深すぎます。配列とオブジェクトは{levels}階層以内にしてください。',
  },
  bodyValues: {
    en: 'The body holds too many values: send at most {most}.',
    ja: '本文の値が多すぎます。{most}個以内にしてください。',
  },

  // The caller.
  rightMissing: {
    en: 'This application does not have the right "{right}": ask the operator of the platform for it, then sign in or get a token anew.',
    ja: 'このアプリケーションには権限 "{right}" がありません。プラットフォームの運営者に付与を依頼し、その後で再度ログインするかトークンを取得し直してください。',
  },

  // Batches.
  batchWaiting: {
    en: 'The batch is still waiting (batch_flg {flg}): check it again, and get when batch_flg is 3.',
    ja: 'バッチは処理待ちです（batch_flg {flg}）。再度確認し、batch_flg が 3 になってから取得してください。',
  },
  batchProcessing: {
    en: 'The batch is still processing (batch_flg {flg}): check it again, and get when batch_flg is 3.',
    ja: 'バッチは処理中です（batch_flg {flg}）。再度確認し、batch_flg が 3 になってから取得してください。',
  },
  batchAborted: {
    en: 'The batch was aborted (batch_flg {flg}): request it again.',
    ja: 'バッチは中止されました（batch_flg {flg}）。再度要求してください。',
  },
  batchFailed: {
    en: 'The batch has ended with an error (batch_flg {flg}): check it for the reason, and request it again.',
    ja: 'バッチはエラーで終了しました（batch_flg {flg}）。確認の応答で理由を確かめ、再度要求してください。',
  },
  recordsPerCall: {
    en: 'One call gets at most {most} records',
    ja: '一度に取得できるのは{most}件までです。範囲を分けて取得してください。',
  },
  rangeOrder: {
    en: 'seq_from starts at 1 and is not greater than seq_to',
    ja: 'seq_from は 1 以上、seq_to 以下にしてください。',
  },
  tooManyBatches: {
    en: '{count} batches are waiting or running: wait until some have ended, or cancel some.',
    ja: '{count}件のバッチが処理待ちまたは処理中です。終わるまで待つか、いくつか取り消してください。',
  },
  tooMuchStored: {
    en: 'More than {bytes} bytes of batches are stored: wait until some expire, or discard some.',
    ja: '保存されているバッチが{bytes}バイトを超えています。期限切れを待つか、いくつか破棄してください。',
  },

  // Events and their endpoints.
  tooManyStreams: {
    en: 'This application, or all together, follow too many streams: use fewer, or try again later.',
    ja: 'このアプリケーション、または全体のストリームが多すぎます。数を減らすか、後で再度お試しください。',
  },
  endpointUnknown: {
    en: 'There is no such endpoint: list the endpoints.',
    ja: 'エンドポイントが存在しません。エンドポイントの一覧を確認してください。',
  },
  endpointsAtMost: {
    en: 'A client has at most {most} endpoints: remove one first.',
    ja: '1 つのクライアントが持てるエンドポイントは{most}個までです。先に 1 つ削除してください。',
  },
  endpointUntested: {
    en: 'The address has not answered a test: send a test first, which enables the endpoint.',
    ja: 'テストへの応答がまだありません。先にテストを送信すると、エンドポイントが有効になります。',
  },
  address: { en: 'The address {Reason}.', ja: 'この URL は使用できません。{Reason}' },
  addressCharacters: {
    en: 'must have at most {most} characters',
    ja: '{most}文字以内にしてください。',
  },
  addressForm: {
    en: 'must be an https address such as https://example.com/events',
    ja: 'https://example.com/events のような https の URL を指定してください。',
  },
  addressHttps: { en: 'must begin with https://', ja: 'https:// で始まる URL を指定してください。' },
  addressUser: {
    en: 'must contain no user name and no password',
    ja: 'ユーザー名とパスワードを含めないでください。',
  },
  addressFragment: {
    en: 'must contain no fragment (#…)',
    ja: 'フラグメント（#…）を含めないでください。',
  },
  addressPort: {
    en: 'must have port 443 or a port above 1023',
    ja: 'ポートは 443、または 1024 以上にしてください。',
  },
  addressRefused: {
    en: 'has an IP address that this platform does not call',
    ja: 'このプラットフォームから接続しない IP アドレスです。',
  },

  // Slips.
  slipUnseen: {
    en: 'There is no such slip, or you do not see it: check it in the order list.',
    ja: '伝票が存在しないか、参照権限がありません。発注一覧で確認してください。',
  },
  viewUnnamed: {
    en: 'You see both views of this slip: name the member whose view you want.',
    ja: 'この伝票は両側の会員として参照できます。どちらの会員として参照するかを指定してください。',
  },

  // Orders.
  uploadNoTaken: {
    en: 'Another order was taken under this upload_no: send a new one.',
    ja: 'この upload_no は別の発注で使用済みです。新しい番号を送信してください。',
  },
  deliveryPlaceUnknown: {
    en: 'The buyer has no such delivery place: send a code of the delivery place list.',
    ja: '買い手にこの納品場所はありません。納品場所一覧のコードを送信してください。',
  },
  priceUnreadable: {
    en: 'The price of the product is no number: ask the seller to have it corrected.',
    ja: '商品の価格が数値ではありません。売り手に修正を依頼してください。',
  },
  codeAmbiguous: {
    en: 'Several products have this code: send the catalog_id of one.',
    ja: 'このコードの商品が複数あります。いずれかの catalog_id を送信してください。',
  },
  lotLeast: { en: 'Order at least {least}.', ja: '{least} 以上で発注してください。' },
  lotMultiple: { en: 'Order a multiple of {multiple}.', ja: '{multiple} の倍数で発注してください。' },
  lotLeastMultiple: {
    en: 'Order at least {least} and a multiple of {multiple}.',
    ja: '{least} 以上、かつ {multiple} の倍数で発注してください。',
  },
  wishTooEarly: {
    en: 'The shortest delivery date of all lines is {day}: choose it or a later trading day.',
    ja: '全明細の最短納品日は {day} です。この日以降の取引可能日を指定してください。',
  },
  wishNotTrading: {
    en: 'The wished delivery date is a non-trading day: choose another one.',
    ja: '納品希望日は取引不可日です。別の日を指定してください。',
  },
  lineTooLarge: {
    en: `The amount of the line ${tooManyDigits}: order less.`,
    ja: `明細の金額${tooManyDigitsJa}数量を減らしてください。`,
  },
  fcPriceTooLarge: {
    en: `The FC price of the product ${tooManyDigits}: ask the FC owner to correct its rule.`,
    ja: `商品の FC 価格${tooManyDigitsJa}FC 本部に価格ルールの修正を依頼してください。`,
  },
  orderTooLarge: {
    en: `With this line the total of the order ${tooManyDigits}: order less, or send several orders.`,
    ja: `この明細で発注の合計${tooManyDigitsJa}数量を減らすか、複数の発注に分けてください。`,
  },
  plannedTooLarge: {
    en: `The total of the slip is no decimal of at most ${ownLimits.priceDigits} digits before the point: order anew, and less.`,
    ja: `伝票の合計が、整数部${ownLimits.priceDigits}桁以内の数ではありません。数量を減らして発注し直してください。`,
  },

  // Updates of slips.
  updateNoTaken: {
    en: 'Another update was made under this update_no: send a new one.',
    ja: 'この update_no は別の更新で使用済みです。新しい番号を送信してください。',
  },
  sideUnnamed: {
    en: 'You see both sides of the slip: send the member for which you act.',
    ja: 'この伝票は両側の会員として参照できます。どちらの会員として操作するかを送信してください。',
  },
  sideNamed: {
    en: 'You are a side of the slip and act for that side only: leave member_code_self out.',
    ja: '伝票の当事者は自身としてのみ操作できます。member_code_self を省略してください。',
  },
  updatedMeanwhile: {
    en: 'Another update was applied first, and the slip has version {version} now: read the slip and try again.',
    ja: '別の更新が先に反映され、伝票の version は {version} になりました。伝票を取得し直して、再度お試しください。',
  },
  versionOld: {
    en: 'The slip has the version {version} by now: read it again, and decide anew.',
    ja: '伝票の version は {version} になっています。伝票を取得し直し、内容を確認してください。',
  },
  downloadUnknown: {
    en: 'You have no such trade download, or it has expired: send the version, or download the slip again.',
    ja: '取引データダウンロードが存在しないか、保存期間を過ぎています。version を送信するか、伝票を再度ダウンロードしてください。',
  },
  downloadShorter: {
    en: 'The trade download has fewer records: send the seq of the slip.',
    ja: '取引データダウンロードの件数を超えています。伝票の seq を送信してください。',
  },
  sidesUnknown: {
    en: 'It is not known which side of this imported slip is the buyer, so it can be changed by imports only.',
    ja: '取り込まれたこの伝票は、どちらが買い手か判別できないため、取り込みでのみ変更できます。',
  },
  storedUnusable: {
    en: 'The stored slip can be changed by imports only: {reason}.',
    ja: '保存されている伝票に使用できない値があるため、取り込みでのみ変更できます（{reason}）。',
  },
  oneView: {
    en: 'The slip was imported with the view of one side only; no action is possible.',
    ja: '片側のデータだけが取り込まれた伝票のため、操作できません。',
  },
  viewsDisagree: {
    en: 'The slip was imported with views of both sides that disagree; no action is possible.',
    ja: '両側の内容が一致しない状態で取り込まれた伝票のため、操作できません。',
  },
  amountsAsText: {
    en: 'The slip was imported with amounts that are no numbers; no action is possible.',
    ja: '金額が数値ではない状態で取り込まれた伝票のため、操作できません。',
  },
  notOfSide: {
    en: 'The action {action} does not take this field from the {Side}: leave it out.',
    ja: '{Side}の操作 {action} ではこの項目を使用できません。省略してください。',
  },
  goodsNotYetShipped: {
    en: 'The goods are shipped on {day}: receive them then.',
    ja: '商品の出荷日は {day} です。その日以降に受領してください。',
  },
  dayBetween: { en: 'Send a day from {first} to {last}.', ja: '{first} から {last} までの日付を送信してください。' },
  dayBetweenWritten: {
    en: `Send a day from {first} to {last}, written ${dateFormat}.`,
    ja: `{first} から {last} までの日付を ${dateFormat} の形式で送信してください。`,
  },
  lineUnknown: {
    en: 'The slip has no such line, or several of them: send the trade_prod_id of one line of the slip.',
    ja: '伝票にこの明細がないか、複数あります。伝票の明細の trade_prod_id を送信してください。',
  },
  lineOfOtherProduct: {
    en: 'The line of the slip is of another product: send its own product, or no trade_prod_id for a new line.',
    ja: '伝票の明細は別の商品です。その明細の商品を送信するか、新しい明細では trade_prod_id を省略してください。',
  },
  returnAtMost: { en: 'Return at most {most} of this line.', ja: 'この明細の返品は {most} 以内にしてください。' },
  nothingLeft: {
    en: 'Nothing of this line is left: leave it out.',
    ja: 'この明細には返品できる数量が残っていません。省略してください。',
  },
  shippedAfterDelivery: {
    en: 'Send a day that is not after the delivery date {day}.',
    ja: '納品日 {day} より後にならない日付を送信してください。',
  },
  deliveredBeforeShipping: {
    en: 'Send a delivery date that is not before the shipping date {day}.',
    ja: '出荷日 {day} より前にならない納品日を送信してください。',
  },
  nothingShipped: {
    en: 'At least one quantity must be above 0: cancel an order of which nothing is shipped.',
    ja: '少なくとも 1 つの数量を 0 より大きくしてください。何も出荷しない場合は、発注を取り消してください。',
  },
  shipAtMost: { en: 'Ship at most {most}.', ja: '出荷数量は {most} 以内にしてください。' },
  priceAtMost: { en: 'Send a price of at most {most}.', ja: '価格は {most} 以内にしてください。' },
  slipTooLarge: {
    en: `The total of the slip ${tooManyDigits}: make it smaller.`,
    ja: `伝票の合計${tooManyDigitsJa}金額を減らしてください。`,
  },

  // The state of a slip, and the actions that are possible in it.
  slipState: {
    en: 'The slip is {State} ({code}); {Possible}.',
    ja: '伝票の状態は「{State}（{code}）」です。{Possible}。',
  },
  slipConfirmed: {
    en: 'The slip is {State} ({code}) and the seller has confirmed it; {Possible}.',
    ja: '伝票の状態は「{State}（{code}）」で、売り手が確認済みです。{Possible}。',
  },
  slipClosed: {
    en: 'The slip is {State} ({code}) and its closing time is over; {Possible}.',
    ja: '伝票の状態は「{State}（{code}）」で、締め時間を過ぎています。{Possible}。',
  },
  slipUnreturnable: {
    en: 'The slip is {State} ({code}) and its period for returns is over; {Possible}.',
    ja: '伝票の状態は「{State}（{code}）」で、返品できる期間を過ぎています。{Possible}。',
  },
  noAction: { en: 'no action is possible', ja: '実行できる操作はありません' },
  actionsOfOne: {
    en: 'possible now: for the {Side} {actions}',
    ja: '現在実行できる操作：{Side}は {actions}',
  },
  actionsOfBoth: {
    en: 'possible now: for the {Side} {actions}; for the {Other} {others}',
    ja: '現在実行できる操作：{Side}は {actions}、{Other}は {others}',
  },
  buyer: { en: 'buyer', ja: '買い手' },
  seller: { en: 'seller', ja: '売り手' },
  planned: { en: 'planned', ja: '発注予定' },
  approvalPending: { en: 'approval pending', ja: '承認待ち' },
  ordered: { en: 'ordered', ja: '発注済み' },
  orderCancelled: { en: 'order cancelled', ja: '発注取消' },
  shipped: { en: 'shipped', ja: '出荷済み' },
  correctionRequested: { en: 'correction requested', ja: '訂正依頼' },
  shipmentCancelled: { en: 'shipment cancelled', ja: '出荷取消' },
  received: { en: 'received', ja: '受領済み' },
  reversing: { en: 'reversing', ja: '赤伝' },
  returned: { en: 'returned', ja: '返品' },
  closed: { en: 'closed', ja: '締め済み' },
  stateUnknown: { en: 'in an unknown state', ja: '不明な状態' },
} as const satisfies Readonly<Record<string, BothLanguages>>;

/** The name of a text of `errorTexts`. */
export type ErrorTextName = keyof typeof errorTexts;
