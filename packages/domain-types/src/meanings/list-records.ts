import { ownLimits } from '../limits.js';
import {
  deliveryPlace,
  deliveryPlaceListAnswer,
  deliveryPlaceListRequest,
  listedOrder,
  orderListAnswer,
  orderListRequest,
  orderMasterListAnswer,
  orderMasterListRequest,
  partner,
  partnerListAnswer,
  partnerListRequest,
} from '../list-records.js';
import { responseType } from './batch-control.js';
import { slipStatusValues } from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import { catalogFilters, catalogLineMeaning } from './master-record.js';
import { meaningOf, pick } from './meaning-of.js';
import { always, codes, day, digits, flagged, orEmpty, records, shaped, text } from './own-forms.js';
import { tradeBody } from './trade-record.js';

const cursor = 'MTA4MA';

/** The fields of a list answer before its list. */
const page = {
  fields: {
    ...answerEnvelope.fields,
    next_cursor: orEmpty(
      text(
        'Next cursor: the next call sends it as cursor; "" at the end of the list',
        '次ページカーソル：次の呼び出しでcursorとして送信する。一覧の末尾では""',
      ),
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: cursor },
};

const pageRequest = {
  fields: {
    ...responseType.fields,
    member_code_self: text(
      "Own member code: the member whose list it is; the caller's own, if left out",
      '自社会員コード：一覧の対象となる会員。省略時は呼び出し元の会員',
    ),
    limit: shaped('Limit: most elements of the answer; 1000, if left out', '最大件数：応答の最大要素数。省略時は1000', {
      format: `a whole number from 1 to ${ownLimits.listAnswerElements}`,
      pattern: '[1-9][0-9]{0,3}',
    }),
    cursor: text(
      'Cursor: next_cursor of the previous answer; left out for the first page',
      'カーソル：前回の応答のnext_cursor。最初のページでは省略',
      {
        maxLength: ownLimits.cursorLength,
      },
    ),
  },
  example: { ...responseType.example, member_code_self: '10010001', limit: '100', cursor },
};

export const partnerListRequestMeaning = meaningOf(partnerListRequest, {
  origin: 'request',
  meaning: 'Asks for a page of the partners of a member',
  ja: '取引先一覧リクエスト：会員の取引先を1ページ分取得する',
  fields: {
    ...pageRequest.fields,
    client_member_code_list: codes(
      'Partner member codes: only these partners',
      '取引先会員コードリスト：指定した取引先のみ',
    ),
  },
  example: { ...pageRequest.example, client_member_code_list: ['50000040'] },
  shown: ['limit'],
});

export const orderMasterListRequestMeaning = meaningOf(orderMasterListRequest, {
  origin: 'request',
  meaning: 'Asks for a page of the order master of a member',
  ja: '発注マスタ一覧リクエスト：会員の発注マスタを1ページ分取得する',
  fields: { ...pageRequest.fields, ...catalogFilters.fields },
  example: { ...pageRequest.example, ...catalogFilters.example },
  shown: ['limit', 'sell_stop'],
});

export const deliveryPlaceListRequestMeaning = meaningOf(deliveryPlaceListRequest, {
  origin: 'request',
  meaning: 'Asks for a page of the delivery places of a member',
  ja: '納品場所一覧リクエスト：会員の納品場所を1ページ分取得する',
  ...pageRequest,
  shown: ['limit'],
});

export const orderListRequestMeaning = meaningOf(orderListRequest, {
  origin: 'request',
  meaning: 'Asks for a page of the orders of a member, with their versions',
  ja: '発注一覧リクエスト：会員の発注をバージョン付きで1ページ分取得する',
  fields: {
    ...pageRequest.fields,
    status_code: codes('Slip statuses', '取引状態', { values: slipStatusValues }),
    client_member_code_list: codes(
      'Partner member codes: only orders with these partners',
      '取引先会員コードリスト：指定した取引先との発注のみ',
    ),
    order_day_from: day('First order day', '発注日（開始）'),
    order_day_to: day('Last order day: included', '発注日（終了）：この日を含む'),
    with_names: flagged(
      'With names: whether each order has its slip number and the names of both members',
      '名称付きフラグ：各発注に伝票番号と両会員の名称を付けるかどうか',
      ['no', 'なし'],
      ['yes', 'あり'],
    ),
  },
  example: {
    ...pageRequest.example,
    status_code: ['10'],
    client_member_code_list: ['50000040'],
    order_day_from: '2025-04-01',
    order_day_to: '2025-04-14',
    with_names: '1',
  },
  shown: ['limit', 'status_code'],
});

export const partnerMeaning = meaningOf(partner, {
  origin: 'stored',
  meaning: 'A partner of the member',
  ja: '取引先：会員の取引先',
  fields: {
    member_code_partner: always(text('Partner member code', '取引先会員コード')),
    member_name_partner: text('Partner name', '取引先会員名'),
    customer_code: text('Partner code: given by the member', '取引先コード：会員が付けたコード'),
    order_block_flg: always(
      flagged(
        'Orders stopped: whether ordering between the two is stopped',
        '発注停止フラグ：両者間の発注が停止されているかどうか',
        ['open', '発注可'],
        ['stopped', '発注停止'],
      ),
    ),
  },
  example: {
    member_code_partner: '50000040',
    member_name_partner: '株式会社北洋乳業',
    customer_code: 'T00005',
    order_block_flg: '0',
  },
});

export const deliveryPlaceMeaning = meaningOf(deliveryPlace, {
  origin: 'stored',
  meaning: 'A place where a member takes goods',
  ja: '納品場所：会員が商品を受け取る場所',
  fields: {
    delivery_place_id: always(text("Delivery place ID: the platform's", '納品場所ID：プラットフォームが付けた値')),
    delivery_place_code: text("Delivery place code: the member's own", '納品場所コード：会員が付けた値'),
    delivery_place_name: text('Delivery place name', '納品場所名'),
    default_flg: flagged(
      'Default place: whether it is the default place of the member',
      '既定フラグ：会員の既定の納品場所かどうか',
      ['no', '既定以外'],
      ['yes', '既定'],
    ),
  },
  example: {
    delivery_place_id: '1001000101',
    delivery_place_code: '01',
    delivery_place_name: '株式会社さくらフードサービス 本部 厨房搬入口',
    default_flg: '1',
  },
});

export const partnerListAnswerMeaning = meaningOf(partnerListAnswer, {
  origin: 'answer',
  meaning: 'A page of partners',
  ja: '取引先一覧レスポンス：取引先1ページ分',
  fields: { ...page.fields, partner_list: records('Partners', '取引先リスト', partnerMeaning) },
  example: page.example,
});

export const orderMasterListAnswerMeaning = meaningOf(orderMasterListAnswer, {
  origin: 'answer',
  meaning: 'A page of order-master lines',
  ja: '発注マスタ一覧レスポンス：発注マスタの行1ページ分',
  fields: { ...page.fields, catalog_list: records('Order master', '発注マスタリスト', catalogLineMeaning) },
  example: page.example,
});

export const deliveryPlaceListAnswerMeaning = meaningOf(deliveryPlaceListAnswer, {
  origin: 'answer',
  meaning: 'A page of delivery places',
  ja: '納品場所一覧レスポンス：納品場所1ページ分',
  fields: { ...page.fields, delivery_place_list: records('Delivery places', '納品場所リスト', deliveryPlaceMeaning) },
  example: page.example,
});

export const listedOrderMeaning = meaningOf(listedOrder, {
  origin: 'stored',
  meaning: 'A slip with the version that the next change must contain',
  ja: '発注一覧明細：伝票と、次の変更で指定するバージョン',
  fields: {
    ...pick(
      tradeBody.fields,
      'trade_id',
      'status_code',
      'member_code_self',
      'order_day',
      'hope_delivery_date',
      'trade_total',
    ),
    version: always(
      digits('Version: grows with every change of the slip', 'バージョン：伝票の変更ごとに増加する', {
        maxLength: ownLimits.versionDigits,
      }),
    ),
    upload_no: text(
      'Upload number: of the uploaded order; "" for any other',
      'アップロード番号：アップロードされた発注の番号。それ以外は""',
      {
        maxLength: ownLimits.uploadNoLength,
      },
    ),
    member_code_partner: text('Partner member code', '取引先会員コード'),
    check_number: text(
      'Slip number: for people to read; with with_names',
      '伝票番号：人が読むための番号。with_names指定時のみ',
    ),
    member_name_self: text('Own member name: with with_names', '自社会員名：with_names指定時のみ'),
    member_name_partner: text('Partner name: with with_names', '取引先会員名：with_names指定時のみ'),
  },
  example: {
    ...pick(
      tradeBody.example,
      'trade_id',
      'status_code',
      'member_code_self',
      'order_day',
      'hope_delivery_date',
      'trade_total',
    ),
    version: '3',
    upload_no: 'PO-20250409-0001',
    member_code_partner: '50000040',
    ...pick(tradeBody.example, 'check_number', 'member_name_self', 'member_name_partner'),
  },
});

export const orderListAnswerMeaning = meaningOf(orderListAnswer, {
  origin: 'answer',
  meaning: 'A page of orders',
  ja: '発注一覧レスポンス：発注1ページ分',
  fields: { ...page.fields, order_list: records('Orders', '発注リスト', listedOrderMeaning) },
  example: page.example,
});
