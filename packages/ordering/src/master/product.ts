/** The columns that filters and rules use from an order-master line. Empty values are `""`. */
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

/** The columns that filters use from a line in a member's own product master. */
export interface BuyColumns {
  readonly stockClass: string;
  readonly updateDate: string;
}

/**
 * One product that one member buys from one partner, in the form in which it is stored: its key, the columns for
 * filters, and the finished bytes.
 */
export interface Product {
  readonly memberCode: string;
  readonly memberCodePartner: string;
  readonly itemId: string;
  readonly groupCode: string;
  readonly customerCode: string;
  readonly memberCodeOrderTo: string;
  readonly catalog: readonly CatalogColumns[];
  readonly buy: readonly BuyColumns[];
  /** The JSON of the record after the fields about the batch: `"member_code":"…",…}`. */
  readonly body: Buffer;
  /** A digest of the record, which shows whether the same record has been loaded before. */
  readonly digest: Buffer;
}
