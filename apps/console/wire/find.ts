import type { BatchState } from './batches.js';
import type { FunctionName } from './functions.js';

/**
 * Answer of `GET /api/find?text=`, which calls `/find` of the data API. At most 8 of each kind; a kind for which the application has
 * no right is empty.
 */
export interface FindAnswer {
  readonly slips: readonly FoundSlip[];
  readonly orders: readonly FoundOrder[];
  readonly batches: readonly FoundBatch[];
  readonly products: readonly FoundProduct[];
  readonly partners: readonly FoundPartner[];
  /** Whether all names of products and partners were compared. */
  readonly isComplete: boolean;
}

export interface FoundSlip {
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly uploadNo: string;
  readonly statusCode: string;
  readonly partnerName: string;
  /** `yyyy-MM-dd`, or `""`. */
  readonly orderDay: string;
}

/** An uploaded order that is not among the slips. */
export interface FoundOrder {
  readonly uploadNo: string;
  readonly tradeId: string;
  readonly checkNumber: string;
}

export interface FoundBatch {
  readonly batchId: string;
  readonly functionName: FunctionName;
  readonly state: BatchState;
  readonly refusedCount: number;
  readonly requestedAt: number;
}

export interface FoundProduct {
  readonly sellerMemberCode: string;
  readonly sellerName: string;
  readonly itemId: string;
  readonly name: string;
  readonly spec: string;
  /** The member's own code or, without such a code, the platform's. */
  readonly code: string;
}

export interface FoundPartner {
  readonly memberCode: string;
  readonly name: string;
  readonly customerCode: string;
}
