import { shownSlip, slipActor, slipAnswer, slipChange, slipHistoryAnswer } from '../shown-slip.js';
import { slipActionValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { always, coded, dayTime, digits, orEmpty, record, records, text, texts } from './field-forms.js';
import { meaningOf } from './meaning-of.js';
import { tradeBody } from './trade-record.js';

const version = digits('Version: grows with every change of the slip, from either side', 'バージョン');

export const shownSlipMeaning = meaningOf(shownSlip, {
  origin: 'stored',
  meaning: 'A slip as one side sees it now',
  ja: '取引伝票',
  fields: {
    create_date: always(dayTime('Created at: when the answer was made', '作成日時')),
    ...tradeBody.fields,
    member_code_partner: text('Partner member code: of the other side', '取引先会員コード'),
    version: always(version),
    confirmed_at: dayTime('Confirmed at: when the seller confirmed the order; "" before', '発注確認日時'),
    actions: texts(
      'Actions: what this caller may do with the slip now, for the side whose view it is',
      '実行できる操作',
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
  ja: '取引伝票照会の応答',
  fields: { ...answerEnvelope.fields, trade: record('Slip', '取引伝票', shownSlipMeaning) },
  example: answerEnvelope.example,
});

export const slipActorMeaning = meaningOf(slipActor, {
  origin: 'answer',
  meaning: 'Who made the change',
  ja: '変更者',
  fields: {
    kind: coded('Kind of actor', '変更者区分', [
      { value: 'user', meaning: 'a user who is signed in', ja: '利用者' },
      { value: 'client', meaning: 'a client without a user, such as a service account', ja: 'クライアント' },
      { value: 'import', meaning: 'an import by the operator of the platform', ja: '取込' },
      { value: 'operator', meaning: 'another step of the operator', ja: '運用者' },
    ]),
    user_id: text('User ID: only for the own side, and only of a user', 'ユーザーID'),
    client_id: text('Client ID: only for the own side', 'クライアントID'),
    side: orEmpty(
      coded('Side: for which the change was made; "" for the operator', '立場', [
        { value: 'buyer', meaning: 'the buyer', ja: '買い手' },
        { value: 'seller', meaning: 'the seller', ja: '売り手' },
      ]),
    ),
    member_code: orEmpty(
      text('Member code: the member that acted, such as a head office; "" for the other side', '会員コード'),
    ),
  },
  example: { kind: 'user', user_id: '7', client_id: 'erp', side: 'buyer', member_code: '10010001' },
});

export const slipChangeMeaning = meaningOf(slipChange, {
  origin: 'answer',
  meaning: 'A change of the slip, which gave it a new version',
  ja: '変更履歴',
  fields: {
    version: digits('Version: of the slip after the change', 'バージョン'),
    at: dayTime('Changed at', '変更日時'),
    action: coded('Action: the function that changed the slip', '操作', [
      { value: 'upload', meaning: 'the order was uploaded', ja: '発注データ登録' },
      { value: 'generate', meaning: 'the planned order was sent', ja: '発注データ作成' },
      { value: 'import', meaning: 'the operator loaded the slip', ja: '取込' },
      { value: 'remove', meaning: "the operator removed the other side's view", ja: '削除' },
      ...slipActionValues,
    ]),
    by: record('By: who made the change', '変更者', slipActorMeaning),
    changed: texts(
      'Changed fields: of the view of this side; fields of a line as detail_list[trade_prod_id].field, a line that came or went as detail_list[trade_prod_id]; none for the change that made the slip',
      '変更項目',
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
  ja: '取引伝票変更履歴の応答',
  fields: {
    ...answerEnvelope.fields,
    history_list: records(
      'Changes: newest first; those made before the platform kept histories are missing',
      '変更履歴リスト',
      slipChangeMeaning,
    ),
    next_cursor: orEmpty(
      text('Next cursor: the next call sends it as cursor; "" at the end of the history', '次ページカーソル'),
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: 'MTA4MA' },
});
