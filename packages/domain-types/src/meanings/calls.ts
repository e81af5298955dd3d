import { downloads } from '../downloads.js';
import { apiPaths } from '../fixed-values.js';
import type { BothLanguages } from './error-codes.js';

/** A call of the data API, in words. */
export interface CallMeaning {
  /** A heading of at most three words. */
  readonly title: BothLanguages;
  /** One sentence, without a full stop at its end. */
  readonly says: BothLanguages;
}

/** The method and the path of a call. */
export interface CallPlace {
  readonly method: 'get' | 'post' | 'delete';
  /** After the prefix, with parameters in braces. */
  readonly path: string;
}

const batch = '/batches/{batch_id}';
const endpoint = `${apiPaths.eventEndpoints}/{endpoint_id}`;

/** The three steps of a download. */
export const downloadCalls = {
  request: {
    title: { en: 'Request a batch', ja: 'バッチの要求' },
    says: {
      en: 'Request a batch; a repeat with the same Idempotency-Key header answers with the first batch',
      ja: 'バッチを要求します。Idempotency-Key ヘッダーを付けると、再送には最初のバッチを返します',
    },
  },
  check: {
    title: { en: 'Check the batch', ja: 'バッチの確認' },
    says: {
      en: 'Ask whether the batch is finished (batch_flg 3) and how many records it has',
      ja: 'バッチが完了したか（batch_flg が 3）と、レコードの件数を確認します',
    },
  },
  get: {
    title: { en: 'Get the records', ja: 'レコードの取得' },
    says: {
      en: 'Get the records seq_from to seq_to, both included',
      ja: 'seq_from から seq_to までのレコードを、両端を含めて取得します',
    },
  },
} as const satisfies Readonly<Record<string, CallMeaning>>;

/** The other calls of the data API, in the groups of the reference. */
export const calls = {
  deliveryDate: {
    method: 'post',
    path: apiPaths.deliveryDate,
    title: { en: 'Find delivery dates', ja: '最短納品日の照会' },
    says: {
      en: 'The earliest day on which each product can be delivered',
      ja: '商品ごとに、最も早い納品日を照会します',
    },
  },
  deliveryExplanation: {
    method: 'post',
    path: `${apiPaths.deliveryDate}/explain`,
    title: { en: 'Explain delivery dates', ja: '最短納品日の説明' },
    says: {
      en: 'The earliest day for each product, and step by step which rule moved it',
      ja: '最短納品日に加えて、どの規則で日付が決まったかを順に示します',
    },
  },
  fcPrice: {
    method: 'post',
    path: apiPaths.fcPrice,
    title: { en: 'Find FC prices', ja: 'FC価格の照会' },
    says: {
      en: 'The price that a franchise store pays for each product',
      ja: '商品ごとに、加盟店が支払う価格を照会します',
    },
  },
  upload: {
    method: 'post',
    path: apiPaths.upload.request,
    title: { en: 'Upload orders', ja: '発注データのアップロード' },
    says: {
      en: 'Upload orders; upload_no makes repeats harmless; a repeat with the same Idempotency-Key header answers with the first batch',
      ja: '発注をアップロードします。upload_no により、再送しても二重に登録されません。Idempotency-Key ヘッダーを付けると、再送には最初のバッチを返します',
    },
  },
  uploadCheck: {
    method: 'post',
    path: apiPaths.upload.check,
    title: { en: 'Check the upload', ja: 'アップロードの確認' },
    says: {
      en: 'Ask whether the upload is finished (batch_flg 3), and how many of its orders were refused',
      ja: 'アップロードが完了したか（batch_flg が 3）と、エラーになった発注の件数を確認します',
    },
  },
  uploadResults: {
    method: 'post',
    path: apiPaths.upload.get,
    title: { en: 'Get upload results', ja: 'アップロード結果の取得' },
    says: {
      en: 'Get the outcomes of the orders seq_from to seq_to, both included',
      ja: 'seq_from から seq_to までの発注の結果を、両端を含めて取得します',
    },
  },
  orderGenerate: {
    method: 'post',
    path: apiPaths.orderGenerate,
    title: { en: 'Send planned orders', ja: '発注予定の送信' },
    says: {
      en: 'Send planned orders, all or none',
      ja: '発注予定をすべて送信します。1件でも送信できない場合は、すべて送信しません',
    },
  },
  update: {
    method: 'post',
    path: apiPaths.tradeUpdate.request,
    title: { en: 'Update slips', ja: '取引伝票の更新' },
    says: {
      en: 'Change slips: confirm, ship, receive and more; update_no makes repeats harmless; a repeat with the same Idempotency-Key header answers with the first batch',
      ja: '伝票を更新します（確定、出荷、受領など）。update_no により、再送しても二重に処理されません。Idempotency-Key ヘッダーを付けると、再送には最初のバッチを返します',
    },
  },
  updateCheck: {
    method: 'post',
    path: apiPaths.tradeUpdate.check,
    title: { en: 'Check the updates', ja: '更新の確認' },
    says: {
      en: 'Ask whether the updates are finished (batch_flg 3), and how many of them were refused',
      ja: '更新が完了したか（batch_flg が 3）と、エラーになった件数を確認します',
    },
  },
  updateResults: {
    method: 'post',
    path: apiPaths.tradeUpdate.get,
    title: { en: 'Get update results', ja: '更新結果の取得' },
    says: {
      en: 'Get the outcomes of the updates seq_from to seq_to, both included',
      ja: 'seq_from から seq_to までの更新の結果を、両端を含めて取得します',
    },
  },
  slip: {
    method: 'get',
    path: '/trades/{trade_id}',
    title: { en: 'Read one slip', ja: '伝票の照会' },
    says: {
      en: 'One slip as the caller sees it now, with its version; marks nothing as downloaded',
      ja: '1件の伝票の現在の内容とバージョンを返します。ダウンロード済みにはなりません',
    },
  },
  slipHistory: {
    method: 'get',
    path: '/trades/{trade_id}/history',
    title: { en: "Read slip's history", ja: '伝票の履歴の照会' },
    says: {
      en: 'The changes of a slip, newest first, page by page',
      ja: '伝票の変更履歴を、新しい順にページ単位で返します',
    },
  },
  partnerList: {
    method: 'post',
    path: apiPaths.partnerList,
    title: { en: 'List partners', ja: '取引先の一覧' },
    says: { en: 'The members that a member trades with, page by page', ja: '会員の取引先を、ページ単位で返します' },
  },
  partnerTerms: {
    method: 'get',
    path: '/partners/{member_code_partner}/terms',
    title: { en: "Read partner's terms", ja: '取引条件の照会' },
    says: {
      en: 'The settings between a member and one partner, and what they mean for each day of six weeks',
      ja: '会員と取引先の間の設定と、6週間の各日の取引条件を返します',
    },
  },
  product: {
    method: 'get',
    path: '/partners/{member_code_partner}/products/{product}',
    title: { en: 'Read one product', ja: '商品の照会' },
    says: {
      en: 'One product of a member from one partner, by its catalog_id or its item_id',
      ja: '会員が取引先から購入する1商品を、catalog_id または item_id で返します',
    },
  },
  orderMasterList: {
    method: 'post',
    path: apiPaths.orderMasterList,
    title: { en: 'List orderable products', ja: '発注マスタの一覧' },
    says: { en: 'The order master of a member, page by page', ja: '会員の発注マスタを、ページ単位で返します' },
  },
  deliveryPlaceList: {
    method: 'post',
    path: apiPaths.deliveryPlaceList,
    title: { en: 'List delivery places', ja: '納品場所の一覧' },
    says: { en: 'The delivery places of a member, page by page', ja: '会員の納品場所を、ページ単位で返します' },
  },
  orderList: {
    method: 'post',
    path: apiPaths.orderList,
    title: { en: 'List orders', ja: '発注の一覧' },
    says: {
      en: 'The slips of a member with their versions, page by page',
      ja: '会員の伝票とそのバージョンを、ページ単位で返します',
    },
  },
  find: {
    method: 'get',
    path: '/find',
    title: { en: 'Find anything', ja: '横断検索' },
    says: {
      en: 'Finds slips, orders and batches by number, products and partners by code or name; at most 8 of each kind',
      ja: '取引伝票、発注、バッチを番号で、商品と取引先をコードまたは名称で検索し、種類ごとに最大8件を返します',
    },
  },
  events: {
    method: 'get',
    path: '/events',
    title: { en: 'Read events', ja: 'イベントの取得' },
    says: {
      en: 'Events after a cursor, in their order; also as text/event-stream',
      ja: 'カーソル以降のイベントを、発生順に返します。text/event-stream での受信もできます',
    },
  },
  endpointCreate: {
    method: 'post',
    path: apiPaths.eventEndpoints,
    title: { en: 'Make an endpoint', ja: '送信先の登録' },
    says: {
      en: 'Make an endpoint; its secret is shown only now, and a test enables it',
      ja: '送信先を登録します。シークレットが表示されるのは一度だけです。テストに成功すると有効になります',
    },
  },
  endpointList: {
    method: 'get',
    path: apiPaths.eventEndpoints,
    title: { en: 'List endpoints', ja: '送信先の一覧' },
    says: {
      en: 'The endpoints of this client for this member',
      ja: 'この会員についての、このクライアントの送信先を返します',
    },
  },
  endpointChange: {
    method: 'post',
    path: endpoint,
    title: { en: 'Change an endpoint', ja: '送信先の変更' },
    says: {
      en: 'Change an endpoint; a new address needs a test',
      ja: '送信先を変更します。アドレスを変更した場合は、テストが必要です',
    },
  },
  endpointRemove: {
    method: 'delete',
    path: endpoint,
    title: { en: 'Remove an endpoint', ja: '送信先の削除' },
    says: { en: 'Remove an endpoint with its attempts', ja: '送信先を、送信の記録とともに削除します' },
  },
  endpointRotate: {
    method: 'post',
    path: `${endpoint}/rotate`,
    title: { en: 'Replace the secret', ja: 'シークレットの更新' },
    says: {
      en: 'Replace the secret of an endpoint; both secrets sign for 24 hours',
      ja: '送信先のシークレットを新しくします。24時間は、新旧両方のシークレットで署名します',
    },
  },
  endpointTest: {
    method: 'post',
    path: `${endpoint}/test`,
    title: { en: 'Test an endpoint', ja: '送信先のテスト' },
    says: {
      en: 'Push a test message and answer with its outcome; if the endpoint answers 2xx, it is enabled',
      ja: 'テストのメッセージを送信し、その結果を返します。2xx の応答があると、送信先が有効になります',
    },
  },
  endpointReplay: {
    method: 'post',
    path: `${endpoint}/replay`,
    title: { en: 'Push events again', ja: 'イベントの再送' },
    says: {
      en: 'Push the events since a time, or after a cursor, once more with the same ids',
      ja: '指定した日時またはカーソル以降のイベントを、同じIDでもう一度送信します',
    },
  },
  endpointAttempts: {
    method: 'get',
    path: `${endpoint}/attempts`,
    title: { en: 'List push attempts', ja: '送信の記録' },
    says: {
      en: 'The last attempts to push events to an endpoint, the newest first; 1,000 are kept',
      ja: '送信先へのイベントの送信の記録を、新しい順に返します。1,000件まで保存されます',
    },
  },
  batchList: {
    method: 'get',
    path: '/batches',
    title: { en: 'List batches', ja: 'バッチの一覧' },
    says: { en: 'The batches that the caller may read, newest first', ja: '参照できるバッチを、新しい順に返します' },
  },
  batchDetails: {
    method: 'get',
    path: batch,
    title: { en: 'Describe a batch', ja: 'バッチの詳細' },
    says: { en: 'Everything about one batch', ja: '1件のバッチの詳細を返します' },
  },
  batchDiscard: {
    method: 'delete',
    path: batch,
    title: { en: 'Cancel or discard', ja: 'バッチの取消・破棄' },
    says: {
      en: 'Cancel an unfinished batch, discard a finished one',
      ja: '完了していないバッチを取り消し、完了したバッチを破棄します',
    },
  },
  batchRecords: {
    method: 'get',
    path: `${batch}/records`,
    title: { en: 'Read all records', ja: '全レコードの取得' },
    says: {
      en: 'The records as NDJSON, one a line; honours If-None-Match',
      ja: 'レコードを NDJSON（1行に1件）で返します。If-None-Match に対応しています',
    },
  },
  batchSearch: {
    method: 'get',
    path: `${batch}/search`,
    title: { en: 'Search the records', ja: 'レコードの検索' },
    says: {
      en: 'Records that contain a text, page by page; next_seq of an answer is seq_from of the next call',
      ja: '文字列を含むレコードを、ページ単位で返します。次のページは、応答の next_seq を seq_from に指定します',
    },
  },
  batchRemoved: {
    method: 'get',
    path: `${batch}/removed`,
    title: { en: 'Read removed keys', ja: '削除されたキーの取得' },
    says: {
      en: 'The keys of records that a batch of changes no longer has, as NDJSON, one a line; none for a batch of all records',
      ja: '変更分のバッチで、なくなったレコードのキーを NDJSON（1行に1件）で返します。全件のバッチでは空です',
    },
  },
  batchInput: {
    method: 'get',
    path: `${batch}/input`,
    title: { en: 'Read the request', ja: '要求内容の取得' },
    says: {
      en: 'The body with which an order upload or a trade update was requested, as the platform has read it',
      ja: '発注データのアップロードまたは取引伝票の更新の要求の本文を、プラットフォームが読み取ったとおりに返します',
    },
  },
  batchDelivered: {
    method: 'post',
    path: `${batch}/delivered`,
    title: { en: 'Acknowledge records', ja: '受信の確認' },
    says: {
      en: 'Acknowledge the records seq_from to seq_to, both included: slips count as downloaded; may be repeated',
      ja: 'seq_from から seq_to までのレコードの受信を、両端を含めて確認します。伝票はダウンロード済みになります。繰り返しても問題ありません',
    },
  },
} as const satisfies Readonly<Record<string, CallMeaning & CallPlace>>;

/** A group of calls, as the reference shows them. */
export interface CallGroup {
  readonly title: BothLanguages;
  readonly calls: readonly (CallMeaning & CallPlace)[];
}

/** All calls of the data API in their groups: first the downloads, then the others. */
export function callGroups(): readonly CallGroup[] {
  const ofDownloads = Object.values(downloads).map(({ title, words, paths }) => ({
    title: { en: title, ja: `${words.ja}のダウンロード` },
    calls: (['request', 'check', 'get'] as const).map((step) => ({
      ...downloadCalls[step],
      method: 'post' as const,
      path: paths[step],
    })),
  }));
  return [
    ...ofDownloads,
    ...otherGroups.map(({ title, names }) => ({ title, calls: names.map((name) => calls[name]) })),
  ];
}

const otherGroups: readonly { readonly title: BothLanguages; readonly names: readonly (keyof typeof calls)[] }[] = [
  {
    title: { en: 'Order data upload', ja: '発注データのアップロード' },
    names: ['upload', 'uploadCheck', 'uploadResults'],
  },
  { title: { en: 'Order data generation', ja: '発注データの生成' }, names: ['orderGenerate'] },
  { title: { en: 'Trade update', ja: '取引伝票の更新' }, names: ['update', 'updateCheck', 'updateResults'] },
  { title: { en: 'Slips', ja: '伝票' }, names: ['slip', 'slipHistory'] },
  { title: { en: 'Shortest delivery date', ja: '最短納品日' }, names: ['deliveryDate', 'deliveryExplanation'] },
  { title: { en: 'FC price', ja: 'FC価格' }, names: ['fcPrice'] },
  { title: { en: 'Lists', ja: '一覧' }, names: ['partnerList', 'orderMasterList', 'deliveryPlaceList', 'orderList'] },
  { title: { en: 'Partners', ja: '取引先' }, names: ['partnerTerms', 'product'] },
  { title: { en: 'Find', ja: '検索' }, names: ['find'] },
  { title: { en: 'Events', ja: 'イベント' }, names: ['events'] },
  {
    title: { en: 'Event endpoints', ja: 'イベントの送信先' },
    names: [
      'endpointCreate',
      'endpointList',
      'endpointChange',
      'endpointRemove',
      'endpointRotate',
      'endpointTest',
      'endpointReplay',
      'endpointAttempts',
    ],
  },
  {
    title: { en: 'Batches', ja: 'バッチ' },
    names: [
      'batchList',
      'batchDetails',
      'batchDiscard',
      'batchRecords',
      'batchSearch',
      'batchRemoved',
      'batchInput',
      'batchDelivered',
    ],
  },
];
