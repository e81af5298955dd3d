import { shownSlip, slipActor, slipAnswer, slipChange, slipHistoryAnswer } from '../shown-slip.js';
import { slipActionValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { always, coded, dayTime, digits, orEmpty, record, records, text, texts } from './own-forms.js';
import { tradeBody } from './trade-record.js';

const version = digits(
  'Version: grows with every change of the slip, from either side',
  'バージョン：いずれかの側が伝票を変更するごとに増加する',
);

export const shownSlipMeaning = meaningOf(shownSlip, {
  origin: 'stored',
  meaning: 'A slip as one side sees it now',
  ja: '取引伝票：片方の側から見た現在の伝票',
  fields: {
    create_date: always(dayTime('Created at: when the answer was made', '作成日時：応答を作成した日時')),
    ...tradeBody.fields,
    member_code_partner: text('Partner member code: of the other side', '取引先会員コード：相手方の会員コード'),
    version: always(version),
    confirmed_at: dayTime(
      'Confirmed at: when the seller confirmed the order; "" before',
      '発注確認日時：売り手が発注を確認した日時。確認前は""',
    ),
    actions: texts(
      'Actions: what the caller may do with the slip now, acting for the side of this view',
      '実行できる操作：この伝票に対して、参照している側の呼び出し元が現在行える操作',
      slipActionValues,
    ),
  },
  example: {
    create_date: '2026-04-02 09:00:00',
    ...tradeBody.example,
    member_code_partner: '50000040',
    version: '3',
    confirmed_at: '2026-04-01 16:20:05',
    actions: ['receive', 'request_correction'],
  },
});

export const slipAnswerMeaning = meaningOf(slipAnswer, {
  origin: 'answer',
  meaning: 'One slip. Reading it marks nothing as downloaded',
  ja: '取引伝票照会の応答：伝票1件。参照してもダウンロード済みにはならない',
  fields: { ...answerEnvelope.fields, trade: record('Slip', '取引伝票', shownSlipMeaning) },
  example: answerEnvelope.example,
});

export const slipActorMeaning = meaningOf(slipActor, {
  origin: 'answer',
  meaning: 'Who made the change',
  ja: '変更者：変更を行った者',
  fields: {
    kind: coded('Kind of actor', '変更者区分', [
      { value: 'user', meaning: 'a user who is signed in', ja: '利用者' },
      { value: 'client', meaning: 'a client without a user, such as a service account', ja: 'クライアント' },
      { value: 'import', meaning: 'an import by the operator of the platform', ja: '取込' },
      { value: 'operator', meaning: 'another step of the operator', ja: '運用者' },
    ]),
    user_id: text(
      "User ID: the user who made the change; only for the caller's own side",
      'ユーザーID：自社側のみ、かつユーザーによる変更のみ',
    ),
    client_id: text(
      "Client ID: the client that made the change; only for the caller's own side",
      'クライアントID：自社側のみ',
    ),
    side: orEmpty(
      coded(
        'Side: the side for which the change was made; "" for the operator',
        '立場：変更を行った立場。運営者による変更では""',
        [
          { value: 'buyer', meaning: 'the buyer', ja: '買い手' },
          { value: 'seller', meaning: 'the seller', ja: '売り手' },
        ],
      ),
    ),
    member_code: orEmpty(
      text(
        'Member code: the member that acted, such as a head office; "" for the other side',
        '会員コード：操作を行った会員（本部など）。相手方では""',
      ),
    ),
  },
  example: { kind: 'user', user_id: '7', client_id: 'erp', side: 'buyer', member_code: '10010001' },
});

export const slipChangeMeaning = meaningOf(slipChange, {
  origin: 'answer',
  meaning: 'A change of the slip, which gave it a new version',
  ja: '変更履歴：伝票の変更1件。新しいバージョンが付く',
  fields: {
    version: digits('Version: of the slip after the change', 'バージョン：変更後の伝票のバージョン'),
    at: dayTime('Changed at', '変更日時'),
    action: coded('Action: the function that changed the slip', '操作：伝票を変更した機能', [
      { value: 'upload', meaning: 'the order was uploaded', ja: '発注データ登録' },
      { value: 'generate', meaning: 'the planned order was sent', ja: '発注データ作成' },
      { value: 'import', meaning: 'the operator loaded the slip', ja: '取込' },
      { value: 'remove', meaning: "the operator removed the other side's view", ja: '削除' },
      ...slipActionValues,
    ]),
    by: record('By: who made the change', '変更者：変更を行った者', slipActorMeaning),
    changed: texts(
      "Changed fields: the fields that changed in this side's view; a field of a line is detail_list[trade_prod_id].field, an added or removed line is detail_list[trade_prod_id]; none for a new slip",
      '変更項目：この側から見た項目。明細の項目はdetail_list[trade_prod_id].field、追加または削除された明細はdetail_list[trade_prod_id]。伝票を作成した変更では空',
    ),
  },
  example: {
    version: '3',
    at: '2026-04-02 08:15:30',
    action: 'ship',
    changed: ['status_code', 'status_day', 'trade_total', 'detail_list[100000000286001].prod_lot_qty'],
  },
});

export const slipHistoryAnswerMeaning = meaningOf(slipHistoryAnswer, {
  origin: 'answer',
  meaning: 'A page of the history of a slip, newest change first',
  ja: '取引伝票変更履歴の応答：伝票の変更履歴1ページ分（新しい順）',
  fields: {
    ...answerEnvelope.fields,
    history_list: records(
      'Changes: newest first; those made before the platform kept histories are missing',
      '変更履歴リスト：新しい順。履歴の保存を開始する前の変更は含まない',
      slipChangeMeaning,
    ),
    next_cursor: orEmpty(
      text(
        'Next cursor: the next call sends it as cursor; "" at the end of the history',
        '次ページカーソル：次の呼び出しでcursorとして送信する。履歴の末尾では""',
      ),
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: 'MTA4MA' },
});
