/** Union of the values of a coded-value table. */
export type CodeOf<Table extends Readonly<Record<string, string>>> = Table[keyof Table];

/** State of a batch in the answer of confirm (Spec 4.6). */
export const batchFlg = {
  empty: '0',
  waiting: '1',
  processing: '2',
  finished: '3',
  cancelled: '4',
  failed: '5',
} as const;
/** One of the values of `batchFlg`. */
export type BatchFlg = CodeOf<typeof batchFlg>;

/** A 0/1 flag of any field of the contract. */
export const flag = { off: '0', on: '1' } as const;
/** One of the values of `flag`. */
export type Flag = CodeOf<typeof flag>;

/** `exist_mc` of a master request: only products with an order-master line, or all (Spec 4.7). */
export const existMc = { all: '0', inOrderMaster: '1' } as const;
/** One of the values of `existMc`. */
export type ExistMc = CodeOf<typeof existMc>;

/** `prod_kind` of a master request (Spec 4.7). */
export const prodKind = { all: '0', purchased: '1', ownProcessed: '2' } as const;
/** One of the values of `prodKind`. */
export type ProdKind = CodeOf<typeof prodKind>;

/** `stock_class` of a buy line whose product the member processes itself (Spec 2.4). */
export const stockClassOwnProcessed = '2';

/** `sell_stop` of a master request (Spec 4.7). */
export const sellStop = { all: '0', onSale: '1', stopped: '2' } as const;
/** One of the values of `sellStop`. */
export type SellStop = CodeOf<typeof sellStop>;

/** `without_hidden` of a master request (Spec 4.7). */
export const withoutHidden = { all: '0', shownOnly: '1' } as const;
/** One of the values of `withoutHidden`. */
export type WithoutHidden = CodeOf<typeof withoutHidden>;

/** `share_item` of a master request (Spec 4.7). */
export const shareItem = { all: '0', shared: '1', notShared: '2' } as const;
/** One of the values of `shareItem`. */
export type ShareItem = CodeOf<typeof shareItem>;

/** `status_code` of a catalog line (Spec 2.4). */
export const catalogStatus = {
  approved: '0',
  registrationRequested: '1',
  priceChangeRequested: '2',
  rejected: '3',
} as const;
/** One of the values of `catalogStatus`. */
export type CatalogStatus = CodeOf<typeof catalogStatus>;

/** `price_change_st_date_code` of a catalog line: the date that decides the price (Spec 2.4). */
export const priceChangeBasis = { orderDate: '0', deliveryDate: '1' } as const;
/** One of the values of `priceChangeBasis`. */
export type PriceChangeBasis = CodeOf<typeof priceChangeBasis>;

/** `tax_rate_code` of a catalog line (Spec 2.4). */
export const taxRateCode = { standard: '0', reduced: '1', exempt: '2' } as const;
/** One of the values of `taxRateCode`. */
export type TaxRateCode = CodeOf<typeof taxRateCode>;

/** `prod_lot_with_tax_code` of a catalog line (Spec 2.4). */
export const lotPriceTax = { excluded: '0', included: '1' } as const;
/** One of the values of `lotPriceTax`. */
export type LotPriceTax = CodeOf<typeof lotPriceTax>;

/** `target_date_set` of a trade request: the date that the period applies to (Spec 4.8). */
export const targetDateSet = {
  update: '0',
  slip: '1',
  order: '2',
  plannedShipping: '3',
  shipping: '4',
  delivery: '5',
  receipt: '6',
  send: '7',
} as const;
/** One of the values of `targetDateSet`. */
export type TargetDateSet = CodeOf<typeof targetDateSet>;

/** `status_set` of a trade request: the kind of slip (Spec 4.8). */
export const statusSet = {
  normalAndPurchase: '0',
  normal: '1',
  purchase: '2',
  approvalPending: '3',
  plannedOrder: '4',
  transfer: '5',
} as const;
/** One of the values of `statusSet`. */
export type StatusSet = CodeOf<typeof statusSet>;

/** `slip_kind` of a stored slip that is neither planned nor waiting for approval. */
export const slipKind = { normal: '1', purchase: '2', transfer: '5' } as const;
/** One of the values of `slipKind`. */
export type SlipKind = CodeOf<typeof slipKind>;

/** `status_code` of a slip (Spec 2.5). */
export const slipStatus = {
  planned: '10',
  approvalPending: '20',
  ordered: '40',
  orderCancelled: '41',
  shipped: '60',
  correctionRequested: '61',
  shipmentCancelled: '68',
  received: '80',
  reversing: '84',
  returned: '88',
  closed: '90',
} as const;
/** One of the values of `slipStatus`. */
export type SlipStatus = CodeOf<typeof slipStatus>;

/** `use_ac_svc` of a trade request: payment agency (Spec 4.8). */
export const useAcSvc = { all: '0', used: '1', unused: '2' } as const;
/** One of the values of `useAcSvc`. */
export type UseAcSvc = CodeOf<typeof useAcSvc>;

/** `perusal_flg` of a trade request (Spec 4.8). */
export const perusalFlg = { all: '0', unconfirmed: '1', confirmed: '2' } as const;
/** One of the values of `perusalFlg`. */
export type PerusalFlg = CodeOf<typeof perusalFlg>;

/** `not_downloaded_flg` of a trade request (Spec 4.8). */
export const notDownloadedFlg = { all: '0', notDownloaded: '1', downloaded: '2' } as const;
/** One of the values of `notDownloadedFlg`. */
export type NotDownloadedFlg = CodeOf<typeof notDownloadedFlg>;

/** `comment_exist` of a trade request (Spec 4.8). */
export const commentExist = { all: '0', none: '1', present: '2' } as const;
/** One of the values of `commentExist`. */
export type CommentExist = CodeOf<typeof commentExist>;

/** `mod_flg` of a trade request (Spec 4.8). */
export const modFlg = { all: '0', changed: '1', unchanged: '2' } as const;
/** One of the values of `modFlg`. */
export type ModFlg = CodeOf<typeof modFlg>;

/** `resend_flg` of a trade request (Spec 4.8). */
export const resendFlg = { all: '0', resent: '1', notResent: '2' } as const;
/** One of the values of `resendFlg`. */
export type ResendFlg = CodeOf<typeof resendFlg>;

/** `item_code_kind` of a trade request: the field of a line that must equal `item_code` (Spec 4.8). */
export const itemCodeKind = { itemId: '0', privateItemId: '1', myCatalogId: '2' } as const;
/** One of the values of `itemCodeKind`. */
export type ItemCodeKind = CodeOf<typeof itemCodeKind>;

/** The field of a slip's line that each `item_code_kind` reads (Spec 4.8). */
export const itemCodeField = { '0': 'item_id', '1': 'private_item_id', '2': 'my_catalog_id' } as const;

/** `prohibit_flg` of a non-trading day: its kind (Spec 2.6). */
export const prohibitFlg = { weekly: '0', yearly: '1', range: '2' } as const;
/** One of the values of `prohibitFlg`. */
export type ProhibitFlg = CodeOf<typeof prohibitFlg>;

/** `warning_type` of a non-trading day: refuse delivery on it, or warn only (Spec 2.6). */
export const warningType = { refuse: '0', warn: '1' } as const;
/** One of the values of `warningType`. */
export type WarningType = CodeOf<typeof warningType>;

/**
 * `target` of an order closing time: the days to which it applies; national holidays match only the last value (Spec
 * 2.6).
 */
export const closingTarget = { everyDay: '0', weekday: '1', saturday: '2', sundayAndHoliday: '3' } as const;
/** One of the values of `closingTarget`. */
export type ClosingTarget = CodeOf<typeof closingTarget>;

/** `oct_set_buyer_or_seller` of an order closing time: the side that has set it (Spec 2.6). */
export const closingSetBy = { buyer: '0', seller: '1' } as const;
/** One of the values of `closingSetBy`. */
export type ClosingSetBy = CodeOf<typeof closingSetBy>;

/** `method` of an FC price rule (Spec 4.9). */
export const fcPriceMethod = { fixed: 'fixed', rate: 'rate' } as const;
/** One of the values of `fcPriceMethod`. */
export type FcPriceMethod = CodeOf<typeof fcPriceMethod>;

/** `date_basis` of an FC price rule (Spec 4.9). */
export const fcPriceDateBasis = { order: 'order', delivery: 'delivery' } as const;
/** One of the values of `fcPriceDateBasis`. */
export type FcPriceDateBasis = CodeOf<typeof fcPriceDateBasis>;

/** `rounding` of an FC price rule and `below_dec_point` of a member. */
export const rounding = { down: '0', up: '1', halfUp: '2' } as const;
/** One of the values of `rounding`. */
export type Rounding = CodeOf<typeof rounding>;

/** `tax_calc_method` of a member: tax per line, per slip, or per bill (computed like per slip). */
export const taxCalcMethod = { perLine: '0', perSlip: '1', perBill: '2' } as const;
/** One of the values of `taxCalcMethod`. */
export type TaxCalcMethod = CodeOf<typeof taxCalcMethod>;

/** `invoice_member_kbn` of a member (Spec 2.5). */
export const invoiceMemberKbn = { taxable: '1', exempt: '2' } as const;
/** One of the values of `invoiceMemberKbn`. */
export type InvoiceMemberKbn = CodeOf<typeof invoiceMemberKbn>;

/** `send_flg` of an uploaded order (Spec 4.11). */
export const sendFlg = { keepAsPlanned: '0', send: '1' } as const;
/** One of the values of `sendFlg`. */
export type SendFlg = CodeOf<typeof sendFlg>;

/** `result` of one uploaded order: the values of the envelope's `result`, as strings (Spec 4.11). */
export const uploadOutcome = { accepted: '0', refused: '1' } as const;
/** One of the values of `uploadOutcome`. */
export type UploadOutcome = CodeOf<typeof uploadOutcome>;
