/** The days that a slip can be asked for by, `yyyy-MM-dd` or `""`. `update` is missing: the store knows it. */
interface SlipDays {
  readonly status: string;
  readonly order: string;
  readonly plannedShipping: string;
  readonly shipping: string;
  readonly delivery: string;
  readonly receipt: string;
  readonly send: string;
}

/** One side's view of one slip: its key and its filter columns. Lists that filters look into are packed texts. */
export interface SlipView {
  readonly tradeId: string;
  readonly memberCodeSelf: string;
  readonly memberCodePartner: string;
  readonly statusCode: string;
  /** One of the kinds that `status_set` names: 1, 2, 3, 4 or 5. */
  readonly kind: string;
  /** As `slip_kind` says, whatever its status makes of it. */
  readonly slipKind: string;
  readonly customerCode: string;
  readonly groupCode: string;
  readonly selfGroupCode: string;
  readonly fcOwnerMemberCode: string;
  readonly fcOwnerCode: string;
  readonly deliveryPlaceId: string;
  readonly useAcSvc: string;
  readonly perusalFlg: string;
  readonly hasComment: boolean;
  readonly isModified: boolean;
  readonly isResent: boolean;
  readonly days: SlipDays;
  /** As the line gives it; `""` stands for the time at which it is loaded. */
  readonly updateDate: string;
  readonly hopeDeliveryDate: string;
  readonly tradeTotal: string;
  readonly partnerGroups: string;
  readonly itemIds: string;
  readonly privateItemIds: string;
  readonly catalogIds: string;
  /** The slip's version that the line changes; undefined if it does not say. */
  readonly version: number | undefined;
  /** Tells whether the same content is stored. @see slipDigest */
  readonly digest: Buffer;
}

/** The same with its finished bytes, ready to be stored. */
export interface Slip extends SlipView {
  /** The rest of the record's JSON object after the batch's own fields: `"trade_id":"…",…}`, packed by `packBody`. */
  readonly packedBody: Buffer;
}
