import {
  batchFlg,
  catalogStatus,
  closingSetBy,
  closingTarget,
  commentExist,
  existMc,
  fcPriceDateBasis,
  fcPriceMethod,
  invoiceMemberKbn,
  itemCodeKind,
  lotPriceTax,
  modFlg,
  notDownloadedFlg,
  perusalFlg,
  priceChangeBasis,
  prodKind,
  prohibitFlg,
  resendFlg,
  rounding,
  sellStop,
  sendFlg,
  shareItem,
  slipKind,
  slipStatus,
  statusSet,
  targetDateSet,
  taxCalcMethod,
  taxRateCode,
  uploadOutcome,
  useAcSvc,
  warningType,
  withoutHidden,
} from '../coded-values.js';
import { result } from '../envelope.js';
import { slipActionCodes } from '../slip-actions.js';
import { valuesOf } from './field-forms.js';

export const resultValues = valuesOf(result, {
  normal: ['the call was carried out', '正常'],
  error: ['the call was refused: error_list says why', 'エラー'],
});

export const batchFlgValues = valuesOf(batchFlg, {
  empty: ['finished without data: nothing fits the request', '処理完了（対象データなし）'],
  waiting: ['waiting: check again later', '処理待ち'],
  processing: ['processing: check again later', '処理中'],
  finished: ['finished: record_count records can be fetched', '処理完了'],
  cancelled: ['aborted: request again if you still want it', '処理中止'],
  failed: ['ended with an error: error_list says why; request again', '異常終了'],
});

/** The states of a batch as words, with the names of its flags. */
export const batchStateValues = batchFlgValues.map((said, index) => ({
  ...said,
  value: Object.keys(batchFlg)[index] as string,
}));

export const existMcValues = valuesOf(existMc, {
  all: ['all products', 'すべて'],
  inOrderMaster: ['only products that have an order-master line', '発注マスタに存在する商品のみ'],
});

export const prodKindValues = valuesOf(prodKind, {
  all: ['all products', 'すべて'],
  purchased: ['purchased products', '仕入商品'],
  ownProcessed: ['products that the member processes itself', '自社加工品'],
});

export const sellStopValues = valuesOf(sellStop, {
  all: ['all lines', 'すべて'],
  onSale: ['only lines on sale', '販売中のみ'],
  stopped: ['only lines that are no longer sold', '販売中止のみ'],
});

export const withoutHiddenValues = valuesOf(withoutHidden, {
  all: ['hidden lines too', '非表示を含む'],
  shownOnly: ['without hidden lines', '非表示を除く'],
});

export const shareItemValues = valuesOf(shareItem, {
  all: ['all lines', 'すべて'],
  shared: ['only lines shared with stores', '店舗共有のみ'],
  notShared: ['only lines not shared with stores', '店舗共有以外のみ'],
});

export const catalogStatusValues = valuesOf(catalogStatus, {
  approved: ['approved: can be ordered', '承認済み'],
  registrationRequested: ['registration requested, not approved yet', '登録申請中'],
  priceChangeRequested: ['price change requested, not approved yet', '価格変更申請中'],
  rejected: ['request rejected', '却下'],
});

export const priceChangeBasisValues = valuesOf(priceChangeBasis, {
  orderDate: ['the order date decides', '発注日基準'],
  deliveryDate: ['the delivery date decides', '納品日基準'],
});

export const taxRateValues = valuesOf(taxRateCode, {
  standard: ['standard rate, 10 %', '標準税率'],
  reduced: ['reduced rate, 8 %', '軽減税率'],
  exempt: ['tax exempt', '非課税'],
});

export const lotPriceTaxValues = valuesOf(lotPriceTax, {
  excluded: ['without tax', '税抜'],
  included: ['with tax', '税込'],
});

export const targetDateValues = valuesOf(targetDateSet, {
  update: ['when the slip was last changed', '更新日'],
  slip: ["slip date: the day of the slip's status (status_day)", '伝票日付'],
  order: ['order date (order_day)', '発注日'],
  plannedShipping: ['planned shipping date', '出荷予定日'],
  shipping: ['shipping date (shipping_send_date)', '出荷日'],
  delivery: ['delivery date (delivery_date)', '納品日'],
  receipt: ['date of receipt', '受領日'],
  send: ['date on which the slip was sent (send_date)', '送信日'],
});

export const statusSetValues = valuesOf(statusSet, {
  normalAndPurchase: ['normal and purchase slips', '通常・仕入'],
  normal: ['normal slips', '通常'],
  purchase: ['purchase slips', '仕入'],
  approvalPending: ['slips waiting for approval (status 20)', '承認待ち'],
  plannedOrder: ['planned orders that have not been sent (status 10)', '発注予定'],
  transfer: ['transfer slips', '移動'],
});

export const slipKindValues = valuesOf(slipKind, {
  normal: ['normal slip', '通常'],
  purchase: ['purchase slip', '仕入'],
  transfer: ['transfer slip', '移動'],
});

export const slipStatusValues = valuesOf(slipStatus, {
  planned: ['planned order, not sent yet', '発注予定'],
  approvalPending: ['waiting for approval', '承認待ち'],
  ordered: ['ordered', '発注済み'],
  orderCancelled: ['order cancelled', '発注取消'],
  shipped: ['shipped', '出荷済み'],
  correctionRequested: ['correction requested', '訂正依頼'],
  shipmentCancelled: ['shipment cancelled', '出荷取消'],
  received: ['received', '受領済み'],
  reversing: ['reversing slip, which cancels another one', '赤伝'],
  returned: ['returned', '返品'],
  closed: ['closed', '締め済み'],
});

export const useAcSvcValues = valuesOf(useAcSvc, {
  all: ['all slips', 'すべて'],
  used: ['the payment agency is used', '利用する'],
  unused: ['the payment agency is not used', '利用しない'],
});

export const perusalValues = valuesOf(perusalFlg, {
  all: ['all slips', 'すべて'],
  unconfirmed: ['not confirmed yet', '未確認'],
  confirmed: ['confirmed', '確認済み'],
});

export const notDownloadedValues = valuesOf(notDownloadedFlg, {
  all: ['all slips', 'すべて'],
  notDownloaded: ['only slips not downloaded yet, or changed since', '未ダウンロードのみ'],
  downloaded: ['only slips already downloaded', 'ダウンロード済みのみ'],
});

export const commentExistValues = valuesOf(commentExist, {
  all: ['all slips', 'すべて'],
  none: ['only slips without a comment', 'コメントなし'],
  present: ['only slips with a comment', 'コメントあり'],
});

export const modFlgValues = valuesOf(modFlg, {
  all: ['all slips', 'すべて'],
  changed: ['only slips with a changed line', '変更あり'],
  unchanged: ['only slips without a changed line', '変更なし'],
});

export const resendFlgValues = valuesOf(resendFlg, {
  all: ['all slips', 'すべて'],
  resent: ['only slips that were sent again', '再送信あり'],
  notResent: ['only slips that were not sent again', '再送信なし'],
});

export const itemCodeKindValues = valuesOf(itemCodeKind, {
  itemId: ["the platform's product ID (item_id)", '商品ID'],
  privateItemId: ["the member's own product code (private_item_id)", '自社管理商品コード'],
  myCatalogId: ['the order-master line (my_catalog_id)', 'マイカタログID'],
});

export const prohibitValues = valuesOf(prohibitFlg, {
  weekly: ['the weekdays of week_flg', '曜日指定'],
  yearly: ['one day of every year: prohibit_month and prohibit_day', '毎年指定'],
  range: ['a range of days, from and to included', '期間指定'],
});

export const warningValues = valuesOf(warningType, {
  refuse: ['no delivery on the day', '納品不可'],
  warn: ['only a warning: delivery stays possible', '警告のみ'],
});

export const closingTargetValues = valuesOf(closingTarget, {
  everyDay: ['every day', '毎日'],
  weekday: ['Monday to Friday', '平日'],
  saturday: ['Saturday', '土曜日'],
  sundayAndHoliday: ['Sunday and national holidays', '日曜・祝日'],
});

export const closingSetByValues = valuesOf(closingSetBy, {
  buyer: ['set by the buyer', '買い手'],
  seller: ['set by the seller', '売り手'],
});

export const fcPriceMethodValues = valuesOf(fcPriceMethod, {
  fixed: ['value is the price, in yen', '固定価格'],
  rate: ['value is a percentage that is added to the price, or taken off it', '掛率'],
});

export const fcPriceDateBasisValues = valuesOf(fcPriceDateBasis, {
  order: ['the order date decides', '発注日基準'],
  delivery: ['the delivery date decides', '納品日基準'],
});

export const roundingValues = valuesOf(rounding, {
  down: ['rounded down', '切り捨て'],
  up: ['rounded up', '切り上げ'],
  halfUp: ['rounded to the nearest yen, half a yen up', '四捨五入'],
});

export const taxCalcValues = valuesOf(taxCalcMethod, {
  perLine: ['tax for each line', '明細単位'],
  perSlip: ['tax for each slip', '伝票単位'],
  perBill: ['tax for each bill; the tax of a slip is computed for the slip', '請求単位'],
});

export const invoiceMemberValues = valuesOf(invoiceMemberKbn, {
  taxable: ['taxable business', '課税事業者'],
  exempt: ['tax-exempt business', '免税事業者'],
});

export const sendFlgValues = valuesOf(sendFlg, {
  keepAsPlanned: ['keep it as a planned order', '発注予定として登録'],
  send: ['send it to the seller', '発注を送信'],
});

export const uploadOutcomeValues = valuesOf(uploadOutcome, {
  accepted: ['accepted: there is a slip for it', '正常'],
  refused: ['refused: error_list says why', 'エラー'],
});

export const slipActionValues = valuesOf(slipActionCodes, {
  change: ['the buyer changes the order', '発注変更'],
  cancel: ['the buyer or the seller cancels the order', '発注取消'],
  confirm: ['the seller confirms the order', '発注確認'],
  ship: ['the seller ships the goods, or corrects the shipment', '出荷'],
  cancel_shipment: ['the seller cancels the shipment', '出荷取消'],
  request_correction: ['the buyer asks the seller to correct the shipment', '訂正依頼'],
  receive: ['the buyer receives the goods', '受領'],
  return: ['the buyer returns goods', '返品'],
});
