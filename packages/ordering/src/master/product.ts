/** The values of an order-master line that filters and rules read; empty values are `""`. */
export interface CatalogColumns {
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
  readonly foodCatMiddleCode: string;
  readonly foodCatSmallCode: string;
  readonly statusCode: string;
  readonly shareFlg: string;
  readonly storeUnshareFlg: string;
  readonly viewActiveCode: string;
  readonly sellStopActiveCode: string;
  readonly itemDeletedCode: string;
  readonly leadTime: string;
  readonly updateDate: string;
  readonly privateItemCode: string;
}

/** The values of a line of a member's own product master that filters read. */
export interface BuyColumns {
  readonly stockClass: string;
  readonly updateDate: string;
}

/** One product of one own member from one partner, ready to be stored: its key, its columns for filters, its finished bytes. */
export interface Product {
  readonly memberCode: string;
  readonly memberCodePartner: string;
  readonly itemId: string;
  readonly groupCode: string;
  readonly customerCode: string;
  readonly memberCodeOrderTo: string;
  readonly catalog: readonly CatalogColumns[];
  readonly buy: readonly BuyColumns[];
  /** The rest of the record's JSON object after the batch's own fields: `"member_code":"…",…}`. */
  readonly body: Buffer;
  /** Shows whether the same line was loaded before. */
  readonly digest: Buffer;
}
